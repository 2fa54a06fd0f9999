import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { nodeFiles } from './files.ts'
import { takeDirectory } from './take-directory.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-take-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const modeOf = (path: string): number => statSync(path).mode & 0o7777

/** A directory of this mode, whatever the umask is. */
function directoryOf(name: string, mode: number, files: readonly string[] = []): string {
  const directory = join(root, name)
  mkdirSync(directory)
  for (const file of files) writeFileSync(join(directory, file), '', { mode: 0o644 })
  chmodSync(directory, mode)
  return directory
}

it('makes a directory, and those above it, for their owner only', async () => {
  const directory = join(root, 'a', 'b')
  await (await takeDirectory(directory))()
  expect([modeOf(directory), modeOf(join(root, 'a')), readdirSync(directory)]).toEqual([0o700, 0o700, []])
})

it.each([0o777, 0o775, 0o757])(
  'makes one of mode %o private when only a store is in it, and says so',
  async (mode) => {
    const directory = directoryOf(`open-${mode}`, mode, ['snapshot.db', 'journal-000001.log', 'LOCK'])
    const notices: string[] = []
    await (await takeDirectory(directory, (text) => notices.push(text)))()
    expect(modeOf(directory)).toBe(0o700)
    expect(modeOf(join(directory, 'snapshot.db'))).toBe(0o600)
    expect(notices).toEqual([
      `${directory}: others could write to it (mode 0${mode.toString(8)}); it is for its owner only now (0700)`,
    ])
  },
)

it('leaves one alone that others can only read, or that a group shares with other files', async () => {
  const readable = directoryOf('readable', 0o755)
  await (await takeDirectory(readable))()
  expect(modeOf(readable)).toBe(0o755)
  const shared = directoryOf('shared', 0o775, ['notes'])
  await (await takeDirectory(shared))()
  expect(modeOf(shared)).toBe(0o775)
})

it('refuses one that everybody can write to when making it private would disturb others', async () => {
  const full = directoryOf('full', 0o777, ['notes'])
  await expect(takeDirectory(full)).rejects.toThrow(
    `the data directory ${full} can be written to by everybody (mode 0777), and is not made private since it holds notes too: use a folder in it, as ${full}/data, or 'chmod 700 ${full}'`,
  )
  const sticky = directoryOf('sticky', 0o1777)
  await expect(takeDirectory(sticky)).rejects.toThrow('since it is sticky')
  expect([modeOf(full), modeOf(sticky)]).toEqual([0o777, 0o1777])
})

it('tells of a pipe and of a folder in place of a file, and waits for no writer', async () => {
  const directory = directoryOf('odd', 0o700)
  const [pipe, folder] = [join(directory, 'journal-000001.log'), join(directory, 'snapshot.db')]
  execFileSync('mkfifo', [pipe])
  await expect(takeDirectory(directory)).rejects.toThrow(`${pipe}: is no regular file; nothing was changed`)
  await expect(nodeFiles.read(pipe)).rejects.toThrow('is no regular file')
  rmSync(pipe)
  mkdirSync(folder)
  await expect(takeDirectory(directory)).rejects.toThrow(`${folder}: is no regular file`)
})

it.each(['snapshot.db', 'snapshot.db.new', 'journal-000001.log', 'watermark'])(
  'neither reads, writes nor tightens what a link %s leads to',
  async (name) => {
    const directory = directoryOf(`linked-${name}`, 0o700)
    const [link, victim] = [join(directory, name), join(root, `victim-of-${name}`)]
    writeFileSync(victim, 'theirs', { mode: 0o644 })
    symlinkSync(victim, link)
    const refused = `${link}: is no regular file; nothing was changed`
    await expect(takeDirectory(directory)).rejects.toThrow(refused)
    await expect(nodeFiles.read(link)).rejects.toThrow(refused)
    for (const create of [true, false])
      await expect(nodeFiles.open(link, { create })).rejects.toThrow(refused)
    expect([readFileSync(victim, 'utf8'), modeOf(victim)]).toEqual(['theirs', 0o644])
  },
)

it('puts its own LOCK in the place of a link, and waits for no pipe of that name', async () => {
  const [linked, piped] = [directoryOf('linked', 0o700), directoryOf('piped', 0o700)]
  const victim = join(root, 'victim')
  writeFileSync(victim, 'theirs')
  symlinkSync(victim, join(linked, 'LOCK'))
  execFileSync('mkfifo', [join(piped, 'LOCK')])
  for (const directory of [linked, piped]) await (await takeDirectory(directory))()
  expect([readFileSync(victim, 'utf8'), readdirSync(linked), readdirSync(piped)]).toEqual(['theirs', [], []])
})

it('tells of a file that is too long to be read', async () => {
  const path = join(directoryOf('long', 0o700, ['snapshot.db']), 'snapshot.db')
  truncateSync(path, 3 * 1024 ** 3)
  await expect(nodeFiles.read(path)).rejects.toThrow(`${path}: has more than 2 GiB, which are not read`)
})
