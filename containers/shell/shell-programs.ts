import { type CommandName, getCommandNames } from 'just-bash'

/** The programs of the shell's library, without those that drag in a database or a browser's rules (scripts/build.mjs). */
export const shellPrograms = (getCommandNames() as CommandName[]).filter(
  (name) => !['sqlite3', 'html-to-markdown'].includes(name),
)
