# The image of web, worker, notices and keeper alike; compose.yaml says which is which.
FROM python:3.13-slim AS build
# python3-dev is for base images whose Python is Debian's own.
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends gcc pkg-config libmariadb-dev python3-dev
WORKDIR /srv/benchlab
COPY requirements.txt requirements-pages.txt ./
# What only the build needs, npm and pip, is not in the environment that goes into the image.
RUN python -m venv --without-pip /opt/venv \
    && pip --python /opt/venv/bin/python install --quiet --no-cache-dir --require-hashes -r requirements.txt \
    && python -m venv /opt/pages \
    && /opt/pages/bin/pip install --quiet --no-cache-dir --require-hashes -r requirements-pages.txt
COPY native native
RUN pip --python /opt/venv/bin/python install --quiet --no-cache-dir ./native
COPY package.json package-lock.json .npmrc ./
RUN PATH=/opt/pages/bin:$PATH npm ci --ignore-scripts --omit=dev --omit=optional
COPY manage.py ./
COPY static static
COPY benchlab benchlab
RUN BENCHLAB_VAR=/tmp/build BENCHLAB_STATIC=/srv/static /opt/venv/bin/python manage.py collectstatic --no-input

FROM python:3.13-slim
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends libmariadb3 sysstat \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
    && useradd --uid 1000 --create-home benchlab \
    && install -d -o benchlab -g benchlab -m 700 /var/lib/benchlab /run/benchlab /run/readers/benchlab /run/readers/mysql \
        /run/readers/target
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/static /srv/static
COPY . /srv/benchlab
WORKDIR /srv/benchlab
# Whoever runs may not write compiled modules; bin/bench goes by its name alone.
RUN /opt/venv/bin/python -m compileall -q benchlab \
    && ln -s /opt/venv .venv \
    && ln -s "$PWD/bin/bench" /usr/local/bin/bench
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    BENCHLAB_VAR=/var/lib/benchlab \
    BENCHLAB_STATIC=/srv/static
USER benchlab
VOLUME /var/lib/benchlab
EXPOSE 8000
ENTRYPOINT ["bin/container"]
