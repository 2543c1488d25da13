"""The web app's pages and components. The only part of planviz that imports Streamlit."""
