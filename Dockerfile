# The command in a container, for the book in the folder where it is started:
#   docker build -t mkdocs-rulebook .
#   docker run --rm -v "$PWD:/book" mkdocs-rulebook check
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs npm
COPY . /source
RUN pip wheel --no-cache-dir --wheel-dir /wheels '/source[site,asciidoc]'

FROM python:3.12-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'mkdocs-rulebook[site,asciidoc]'
WORKDIR /book
ENTRYPOINT ["rulebook"]
CMD ["check"]
