# Builds the bundles of browser and server, with all dependencies.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node build.mjs

# Installs the dependencies of production. Deleting types and source maps makes them a quarter smaller.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts \
  && find node_modules -type f \( -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.map' \) -delete

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/.build .build
COPY package.json ./
COPY public public
# The commands run from these sources, which include the demo catalogue for an empty volume.
COPY shared shared
COPY server server
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Both options reduce the memory of the process: the smaller heap for new objects (--max-semi-space-size) by about 100 MB, and a
# single allocation arena for all threads (MALLOC_ARENA_MAX) by 55 MB. Source maps are not enabled, because they would take
# 60 MB; stack traces are readable without them, because the bundle is not minified.
ENV MALLOC_ARENA_MAX=1
CMD ["node", "--max-semi-space-size=16", ".build/server/main.js"]
