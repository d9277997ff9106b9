# Builds in a full image, runs in a minimal one: no shell, no package manager, no root.
# Both bases can be pinned by digest: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json tsconfig.declarations.json ./
COPY src src
COPY schema schema
COPY web web
COPY docs docs
COPY scripts/package scripts/package
RUN npm run build && npm prune --omit=dev --ignore-scripts && mkdir /empty
# Source maps, types, and binaries for another C library, which nothing loads: a third of the packages' size.
RUN find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -path '*-musl/*.node' \) -type f -delete

FROM ${RUNTIME_IMAGE}
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="mailproof" \
  org.opencontainers.image.description="Email validation that you run yourself" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# The lock file and the licences are for scanners: docker build --sbom=true --provenance=true
COPY package.json package-lock.json LICENSE THIRD-PARTY-NOTICES.md ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/schema schema
COPY --from=build /app/dist dist
# A new volume that is mounted at one of these directories inherits its owner.
COPY --from=build --chown=nonroot:nonroot /empty /data
COPY --from=build --chown=nonroot:nonroot /empty /secrets
USER nonroot
EXPOSE 8080
# 503 is unhealthy, "degraded" is not. A start that rebuilds read models may take minutes.
HEALTHCHECK --interval=10s --timeout=5s --start-period=600s --start-interval=1s CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# One process: docker run -p 127.0.0.1:8080:8080 -e BASE_URL=http://localhost:8080 -v mailproof:/data mailproof
# Operator's commands: docker run --rm -v mailproof:/data mailproof accounts list
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=32", "--initial-old-space-size=128", "--no-allocation-site-pretenuring", "--use-largepages=silent", "dist/main.js"]
CMD ["serve"]
