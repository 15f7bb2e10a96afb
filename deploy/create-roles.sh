#!/bin/sh
# Creates the roles and the database of docs/operations.md, for compose.yaml.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -v system="$SYSTEM_PASSWORD" -v backup="$BACKUP_PASSWORD" \
  --username postgres <<'SQL'
create role portal_owner login nosuperuser nobypassrls password :'owner';
create role portal_app login nosuperuser nobypassrls password :'app';
create role portal_system login nosuperuser nobypassrls password :'system';
create role portal_backup login nosuperuser bypassrls password :'backup';
grant pg_read_all_data to portal_backup;
create database portal owner portal_owner;
\connect portal
revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;
SQL
