// Upstream: test/images/agnhost/mounttest/{mt,mt_utils,mt_utils_linux}.go
import type { Process, Program } from '../process.ts'
import { goFlags } from './go-flags.ts'

const initialContent = 'mount-tester new file\n'

/** The program `agnhost mounttest`: prints properties of files, as its flags ask. */
export const mounttest: Program = async (process) => {
  const { flags } = goFlags(process.args)
  const path = (name: string): string => flags.get(name) ?? ''
  let failed = false
  const step = async (name: string, work: (path: string) => Promise<boolean>): Promise<void> => {
    if (path(name) !== '' && !(await work(path(name)))) failed = true
  }
  await step('fs_type', (one) => fsType(process, one))
  for (const mode of ['0644', '0666', '0660', '0777'])
    await step(`new_file_${mode}`, (one) => newFile(process, one, Number.parseInt(mode, 8)))
  await step('file_mode', (one) => showMode(process, one, false))
  await step('file_perm', (one) => showMode(process, one, true))
  await step('file_owner', (one) => showOwner(process, one))
  await step('file_content', (one) => showContent(process, one))
  await step('file_content_in_loop', (one) =>
    contentInLoop(
      process,
      one,
      Number(flags.get('retry_time') ?? 180),
      flags.get('break_on_expected_content') !== 'false',
    ),
  )
  return failed ? 1 : 0
}

const quoted = (path: string): string => JSON.stringify(path)
const missing = (path: string): string => `open ${path}: no such file or directory`

async function read(process: Process, path: string): Promise<string | undefined> {
  try {
    return await process.files.readFile(path)
  } catch {
    return undefined
  }
}

async function showContent(process: Process, path: string): Promise<boolean> {
  const content = await read(process, path)
  if (content === undefined) process.out(`error reading file content for ${quoted(path)}: ${missing(path)}\n`)
  else process.out(`content of file ${quoted(path)}: ${content}\n`)
  return content !== undefined
}

async function newFile(process: Process, path: string, mode: number): Promise<boolean> {
  try {
    await process.files.writeFile(path, initialContent)
    await process.files.chmod(path, mode)
  } catch (error) {
    const why = /EROFS/.test(String(error)) ? 'read-only file system' : 'no such file or directory'
    process.out(`error writing new file ${quoted(path)}: open ${path}: ${why}\n`)
    return false
  }
  return showContent(process, path)
}

async function fsType(process: Process, path: string): Promise<boolean> {
  if (!(await process.files.exists(path))) {
    process.out(`error from statfs(${quoted(path)}): no such file or directory\n`)
    return false
  }
  const memory = process.pod.spec.volumes?.some(
    ({ name, emptyDir }) => emptyDir?.medium === 'Memory' && mountOf(process, path) === name,
  )
  process.out(`mount type of ${quoted(path)}: ${memory ? 'tmpfs' : '61267'}\n`)
  return true
}

/** The volume that a path lies on. */
function mountOf({ pod }: Process, path: string): string | undefined {
  const mounts = pod.spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts)
  return mounts.find(({ mountPath = '' }) => path === mountPath || path.startsWith(`${mountPath}/`))?.name
}

/** The mode as Go's os.FileMode prints it: `-rw-r--r--`, `dtrwxrwxrwx`. */
export function goMode(mode: number, directory: boolean): string {
  const bits = [...'rwxrwxrwx'].map((letter, i) => ((mode >> (8 - i)) & 1 ? letter : '-')).join('')
  const marks = `${directory ? 'd' : ''}${mode & 0o4000 ? 'u' : ''}${mode & 0o2000 ? 'g' : ''}${mode & 0o1000 ? 't' : ''}`
  return `${marks === '' ? '-' : marks}${bits}`
}

async function showMode(process: Process, path: string, permissionsOnly: boolean): Promise<boolean> {
  try {
    const { mode, isDirectory } = await process.files.stat(path)
    if (permissionsOnly) process.out(`perms of file ${quoted(path)}: ${goMode(mode & 0o777, false)}\n`)
    else process.out(`mode of file ${quoted(path)}: ${goMode(mode, isDirectory)}\n`)
    return true
  } catch {
    process.out(`error from Stat(${quoted(path)}): stat ${path}: no such file or directory\n`)
    return false
  }
}

async function showOwner(process: Process, path: string): Promise<boolean> {
  if (!(await process.files.exists(path))) {
    process.out(`error from Stat(${quoted(path)}): stat ${path}: no such file or directory\n`)
    return false
  }
  const group = process.pod.spec.securityContext?.fsGroup ?? 0
  process.out(`owner UID of ${quoted(path)}: 0\nowner GID of ${quoted(path)}: ${group}\n`)
  return true
}

async function contentInLoop(
  process: Process,
  path: string,
  seconds: number,
  untilExpected: boolean,
): Promise<boolean> {
  let found = false
  for (const end = process.now() + seconds * 1000; process.now() < end; await process.sleep(2000)) {
    const content = await read(process, path)
    found = content !== undefined
    if (content === undefined) {
      process.out(`Error reading file ${path}: ${missing(path)}, retrying\n`)
      continue
    }
    process.out(`content of file ${quoted(path)}: ${content}\n`)
    if (untilExpected && content === initialContent) break
    if (untilExpected) process.out(`Unexpected content. Expected: ${initialContent}. Retrying`)
  }
  return found
}
