"""Alembic's entry point. The URL comes from the settings, never from alembic.ini."""
from __future__ import annotations

from alembic import context

import clinicbook.models  # noqa: F401  (fills the metadata)
from clinicbook.config import Settings
from clinicbook.db import Base, make_engine

target_metadata = Base.metadata


def run_offline() -> None:
    context.configure(
        url=Settings.from_env().database_url,
        target_metadata=target_metadata,
        literal_binds=True,
        dialect_opts={"paramstyle": "named"},
    )
    with context.begin_transaction():
        context.run_migrations()


def run_online() -> None:
    engine = make_engine(Settings.from_env().database_url)
    with engine.connect() as connection:
        # PostgreSQL only. The tests build their SQLite tables from the metadata and run no migrations.
        context.configure(connection=connection, target_metadata=target_metadata)
        with context.begin_transaction():
            context.run_migrations()


if context.is_offline_mode():
    run_offline()
else:
    run_online()
