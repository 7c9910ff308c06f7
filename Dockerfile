# The image of web, worker and keeper alike; compose.yaml says which is which.
FROM python:3.13-slim AS build
# python3-dev is for base images whose Python is Debian's own.
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends gcc pkg-config libmariadb-dev python3-dev
RUN python -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH
WORKDIR /srv/benchlab
COPY requirements.txt ./
RUN pip install --quiet --no-cache-dir --require-hashes -r requirements.txt
COPY native native
RUN pip install --quiet --no-cache-dir ./native
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional
COPY . .
RUN BENCHLAB_VAR=/tmp/build BENCHLAB_STATIC=/srv/static python manage.py collectstatic --no-input

FROM python:3.13-slim
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends libmariadb3 sysstat \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home benchlab \
    && install -d -o benchlab -g benchlab -m 700 /var/lib/benchlab /run/benchlab
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/static /srv/static
COPY . /srv/benchlab
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    BENCHLAB_VAR=/var/lib/benchlab \
    BENCHLAB_STATIC=/srv/static
WORKDIR /srv/benchlab
USER benchlab
VOLUME /var/lib/benchlab
EXPOSE 8000
ENTRYPOINT ["bin/container"]
