import type { Cluster } from '../../cluster/index.ts'
import { Connections } from '../../kubectl/connections.ts'
import { runKubectl } from '../../kubectl/kubectl.ts'
import { ServerDocuments } from '../../kubectl/resources/server-documents.ts'

/** The output and exit code of a kubectl run. */
export interface Result {
  stdout: string
  stderr: string
  exitCode: number
}

/** The release and surroundings of a kubectl run. */
export interface KubectlOptions {
  /** The release whose kubectl it is. */
  release: string
  /** The working directory, which has no directories in it. Commands write here. */
  files?: Record<string, string>
  env?: Record<string, string>
  stdin?: string
  /** What is kept of the server from one command to the next: in memory, where a user has it on the disk. */
  documents?: ServerDocuments
  /** What an editor does with the text of a file. */
  editor?: (text: string) => string
}

/** The built-in kubectl on the cluster, with files in memory. */
export function kubectlOf(
  cluster: Pick<Cluster, 'kubeconfig'>,
  options: KubectlOptions,
): (args: string[]) => Promise<Result> {
  const files = new Map(Object.entries({ ...options.files, '/kubeconfig': cluster.kubeconfig }))
  const env = new Map(Object.entries({ KUBECONFIG: '/kubeconfig', EDITOR: 'editor', ...options.env }))
  const connections = new Connections()
  const { documents = new ServerDocuments() } = options
  return async (args) => {
    const result = { stdout: '', stderr: '', exitCode: 0 }
    result.exitCode = await runKubectl(args, {
      env,
      release: options.release,
      connections,
      documents,
      stdin: async () => options.stdin ?? '',
      stdout: (text) => {
        result.stdout += text
      },
      stderr: (text) => {
        result.stderr += text
      },
      readFile: async (path) => {
        const text = files.get(path)
        if (text === undefined) throw new Error(`no file ${path}`)
        return text
      },
      listFiles: async (path) => {
        if (!files.has(path)) throw new Error(`no file ${path}`)
        return undefined
      },
      writeFile: async (path, text) => void files.set(path, text),
      execute: async (line) => {
        const path = line.split(' ').at(-1)!
        files.set(path, (options.editor ?? ((text) => text))(files.get(path) ?? ''))
        return { exitCode: 0, stderr: '' }
      },
      now: Date.now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
    return result
  }
}
