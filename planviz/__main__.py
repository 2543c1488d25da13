"""`python -m planviz` is the command line."""

import sys

from planviz.cli import main

sys.exit(main())
