# Builds in a full image, runs in a minimal one: no shell, no package manager, no root.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY schema schema
COPY web web
COPY docs docs
RUN npm run build && npm prune --omit=dev --ignore-scripts && mkdir /empty

FROM gcr.io/distroless/nodejs20-debian12:nonroot
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/schema schema
COPY --from=build /app/dist dist
# A new volume that is mounted here inherits the owner of this directory.
COPY --from=build --chown=nonroot:nonroot /empty /data
USER nonroot
EXPOSE 8080
# One process: docker run -p 8080:8080 -v mailproof:/data mailproof
# Operator's commands: docker run -v mailproof:/data mailproof accounts list
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "--use-largepages=silent", "dist/main.js"]
CMD ["serve"]
