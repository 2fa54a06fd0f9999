import type { ResolvedCommandContext } from 'just-bash'
import type { CurlWorld } from './answer.ts'

/** The files of a shell's command, as curl reads and writes them: `-` is what is piped into it. */
export const shellFiles = ({
  fs,
  cwd,
  stdin,
}: ResolvedCommandContext): Pick<CurlWorld, 'readFile' | 'writeFile'> => ({
  readFile: (name) =>
    name === '-'
      ? Promise.resolve(Buffer.from(String(stdin), 'latin1'))
      : fs.readFileBuffer(fs.resolvePath(cwd, name)).catch(() => undefined),
  writeFile: (name, bytes) =>
    fs.writeFile(fs.resolvePath(cwd, name), bytes).then(
      () => true,
      () => false,
    ),
})
