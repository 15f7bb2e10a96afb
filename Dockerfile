# One image for web servers, workers and the command line; the command selects the program.
FROM node:22-bookworm-slim AS build
WORKDIR /portal
COPY . .
# No install scripts of packages are run, here or below.
RUN npm ci --ignore-scripts && npm run build

FROM node:22-bookworm-slim AS packages
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY apps/sandbox/package.json apps/sandbox/
COPY packages/domain/package.json packages/domain/
COPY packages/card-sandbox/package.json packages/card-sandbox/
RUN npm ci --ignore-scripts --omit=dev --workspace=@portal/server

FROM node:22-bookworm-slim
ENV NODE_ENV=production PORTAL_ENV=production WEB_FOLDER=/portal/apps/web/dist HOST=0.0.0.0 PORT=3000
WORKDIR /portal
COPY --from=packages /portal ./
COPY --from=build /portal/apps/server/dist apps/server/dist
COPY --from=build /portal/apps/server/migrations apps/server/migrations
COPY --from=build /portal/apps/web/dist apps/web/dist
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "apps/server/dist/main.js"]
