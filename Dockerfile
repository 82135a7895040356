# The product in one image: server, worker and clock are three commands of it (compose.yaml).
# The base names a release line, which its makers keep repaired: `docker compose build --pull` takes
# the newest. To pin the very bytes, write its digest behind it:
#   docker buildx imagetools inspect python:3.11-slim-bookworm
FROM python:3.11-slim-bookworm AS made
WORKDIR /srv/mus
RUN python -m venv /srv/venv
# docker build --build-arg TRACES=1: with OpenTelemetry (docs/operating.md, "Traces").
ARG TRACES=0
COPY requirements.txt requirements-otel.txt ./
RUN /srv/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt \
    && if [ "$TRACES" = 1 ]; then \
        /srv/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-otel.txt; fi
COPY . .
RUN /srv/venv/bin/python -m compileall -q . \
    && VAR_DIR=/tmp/var STATIC_ROOT=/srv/static /srv/venv/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && rm -rf /tmp/var

FROM python:3.11-slim-bookworm
RUN groupadd --gid 10001 mus && useradd --uid 10001 --gid mus --home-dir /srv/var --shell /usr/sbin/nologin mus \
    && install -d -o mus -g mus -m 0700 /srv/var /srv/backups
COPY --from=made /srv/venv /srv/venv
COPY --from=made /srv/static /srv/static
COPY --from=made /srv/mus /srv/mus
WORKDIR /srv/mus
ENV PATH=/srv/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    VAR_DIR=/srv/var STATIC_ROOT=/srv/static STATIC_COLLECTED=1 LOG_FORMAT=json
USER mus
VOLUME /srv/var
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "deploy/healthy.py", "http://127.0.0.1:8000/healthz"]
CMD ["python", "-m", "config.server", "--host", "0.0.0.0", "--port", "8000"]
