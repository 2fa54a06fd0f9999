// The socket of a cluster of `kepsim up`: in its private directory, for its user alone.
import { chmodSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { isObject } from '../../apimachinery/json.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import { ComponentFailedError, ServerDownError } from '../../cluster/cluster-errors.ts'
import { systemErrorText } from '../../component-base/system-error.ts'
import { writeProcess } from './cluster-directory.ts'
import { type ControlAnswer, type ControlRequest, socketName } from './control-message.ts'
import { carryOut } from './control-verbs.ts'

/** Where a cluster serves, where its files are, and its process. */
export const whereabouts = (cluster: Cluster) => ({
  url: cluster.url,
  directory: dirname(cluster.kubeconfigPath),
  pid: process.pid,
})

/** Bytes of a request at most. */
const longest = 1 << 20

interface Served {
  /** A copy of the cluster's kubeconfig, an absolute path. */
  kubeconfig: string | undefined
  /** Called for `kepsim down`, which is answered when the cluster has ended. */
  stop(): Promise<void>
}

/** Serves until the process ends. */
export async function serveControl(cluster: Cluster, { kubeconfig, stop }: Served): Promise<Server> {
  // They cannot be asked for while the server is down.
  const own = whereabouts(cluster)
  const path = join(own.directory, socketName)
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // Who does not wait for the answer harms nobody.
    socket.on('error', () => socket.destroy())
    void serveOne(socket, async (request) => {
      if (request.verb === 'down') {
        await stop()
        return { ok: true, text: '', data: {} }
      }
      const { text, data } = await carryOut(cluster, request)
      return { ok: true, text, data: request.verb === 'status' ? { ...own, ...(data as object) } : data }
    })
  })
  await writeProcess(own.directory, kubeconfig)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return server
}

async function serveOne(
  socket: Socket,
  answer: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<void> {
  const said = await answerTo(socket, answer).catch((error: Error): ControlAnswer => {
    return { ok: false, message: problemOf(error) }
  })
  socket.end(JSON.stringify(said))
}

async function answerTo(
  socket: Socket,
  answer: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<ControlAnswer> {
  return answer(requestOf(await textOf(socket)))
}

/** What comes until the other side has said all. @note an async iterator would close the socket for the answer too */
const textOf = (socket: Socket): Promise<string> =>
  new Promise((done, fail) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      if (text.length > longest) return
      text += chunk
      if (text.length > longest) fail(new Error('the request is too long'))
    })
    socket.once('end', () => done(text))
    socket.once('close', () => done(text))
  })

function requestOf(text: string): ControlRequest {
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || typeof value['verb'] !== 'string' || !Array.isArray(value['words']))
    throw new Error('this is no request')
  const optional = (name: string): string | undefined =>
    typeof value[name] === 'string' ? value[name] : undefined
  return {
    verb: value['verb'],
    words: value['words'].map(String),
    release: optional('release'),
    on: optional('on'),
    forEtcd: value['forEtcd'] === true,
  }
}

/** One line; a component that refuses says why, and is down. */
function problemOf(error: Error): string {
  if (error instanceof ServerDownError)
    return `${error.message}; 'kepsim cluster restart apiserver' starts it`
  if (!(error instanceof ComponentFailedError)) return systemErrorText(error) ?? error.message
  const { component, node, brief } = error
  const name = component.replace(/^kube-(?=apiserver)/, '')
  const restart = node === undefined ? name : `${name}/${node}`
  return `${brief}; 'kepsim cluster restart ${restart}' starts it as it was`
}
