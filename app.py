"""The app's entry for `streamlit run app.py`."""

from planviz.ui.main import main

main()
