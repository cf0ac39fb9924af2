"""Where the app begins on a phone."""

import flet as ft

from app.frame.main import main, prepare

prepare()
ft.run(main, assets_dir="assets")
