// Which clusters of this user run, and a question to one of them.
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../usage-error.ts'
import { statOf } from '../writable-place.ts'
import { type ControlAnswer, type ControlRequest, socketName } from './control-message.ts'

/** How startCluster names its private directory. */
const directoryName = /^kepsim-cluster-/

/** The directories of clusters that answer, sorted. */
export async function runningClusters(): Promise<string[]> {
  const found = readdirSync(tmpdir())
    .filter((name) => directoryName.test(name))
    .map((name) => join(tmpdir(), name))
    .filter((path) => socketOf(path) !== undefined)
  const alive = await Promise.all(found.map((path) => answers(join(path, socketName))))
  return found.filter((_path, i) => alive[i]).sort()
}

/** The socket in a directory; undefined where there is none of this user's. */
function socketOf(directory: string): string | undefined {
  const path = join(directory, socketName)
  const found = statOf(path)
  if (found === undefined) return undefined
  const own = process.getuid === undefined || found.uid === process.getuid()
  return found.isSocket() && own ? path : undefined
}

const answers = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(path, () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })

/** The directory of the cluster that is meant. Throws UsageError. @param wanted what --cluster says */
export async function chosenCluster(wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) {
    const directory = resolve(wanted)
    const socket = socketOf(directory)
    if (socket === undefined || !(await answers(socket)))
      throw new UsageError(`--cluster ${wanted}: no cluster runs there`)
    return directory
  }
  const ofKubeconfig = dirname(resolve(process.env['KUBECONFIG'] ?? '/'))
  const all = await runningClusters()
  if (all.includes(ofKubeconfig)) return ofKubeconfig
  if (all.length === 1) return all[0]!
  if (all.length === 0) throw new UsageError("no cluster runs: 'kepsim up -d' starts one")
  throw new UsageError(`${all.length} clusters run: say which by --cluster: ${all.join(', ')}`)
}

/** Asks a cluster and waits for its answer, however long the change takes. Throws UsageError where it ends instead. */
export function ask(directory: string, request: ControlRequest): Promise<ControlAnswer> {
  return new Promise((done, fail) => {
    let text = ''
    const socket = connect({ path: join(directory, socketName), allowHalfOpen: true }, () =>
      socket.end(JSON.stringify(request)),
    )
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    const gone = (): void => fail(new UsageError(`the cluster in ${directory} has ended`))
    socket.once('error', gone)
    socket.once('end', () => (text === '' ? gone() : done(JSON.parse(text) as ControlAnswer)))
  })
}
