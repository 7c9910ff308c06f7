from glob import glob

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "benchlab_core",
            sorted(glob("src/*.c")),
            depends=sorted(glob("src/*.h")),
            extra_compile_args=["-std=gnu11", "-O2", "-Wall", "-Wextra", "-fno-strict-aliasing"],
        )
    ]
)
