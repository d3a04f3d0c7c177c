"""The build backend: setuptools, once the bundles are made; whatever it is asked, it is asked about the whole."""

import shutil

from setuptools.build_meta import *  # noqa: F403

import bundles

bundles.make()
# An earlier build leaves modules there that may be gone by now, and they would be packed.
shutil.rmtree(bundles.ROOT / "build" / "lib", ignore_errors=True)
