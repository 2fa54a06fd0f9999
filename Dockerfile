# kepsim in a container: docker build -t kepsim . && docker run --rm -v "$PWD:/work" kepsim replay README.md
FROM node:20-slim AS build
WORKDIR /kepsim
COPY . .
# `prepare` bundles the commands and their libraries into dist/.
RUN npm ci

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /kepsim
COPY --from=build /kepsim/package.json /kepsim/LICENSE /kepsim/README.md ./
# Compiles scenarios in TypeScript.
COPY --from=build /kepsim/node_modules/esbuild ./node_modules/esbuild
COPY --from=build /kepsim/node_modules/@esbuild ./node_modules/@esbuild
COPY --from=build /kepsim/bin ./bin
COPY --from=build /kepsim/dist ./dist
COPY --from=build /kepsim/releases ./releases
COPY --from=build /kepsim/plans ./plans
COPY --from=build /kepsim/kube-proxy-sim/node-api/proto ./kube-proxy-sim/node-api/proto
COPY --from=build /kepsim/e2e/scenarios ./e2e/scenarios
# What V8 makes of the program is kept beside it by its owner, who is not the user below.
RUN node bin/kepsim gates > /dev/null && node bin/kepsim replay e2e/scenarios/kep-4004.md > /dev/null
USER node
WORKDIR /work
ENTRYPOINT ["node", "/kepsim/bin/kepsim"]
CMD ["--help"]
