from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")

setup(
    ext_modules=[
        Extension(
            "benchlab_core",
            sorted(map(str, SOURCE.glob("*.c"))),
            depends=sorted(map(str, SOURCE.glob("*.h"))),
            extra_compile_args=["-std=gnu11", "-O2", "-Wall", "-Wextra", "-fno-strict-aliasing", "-fvisibility=hidden"],
        )
    ]
)
