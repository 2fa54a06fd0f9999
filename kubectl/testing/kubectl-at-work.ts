// The built-in kubectl in front of a kube-apiserver without controllers, with files in memory.
import { startTestServer, type TestServer, testToken } from '../../server/testing/test-server.ts'
import type { KubectlHost } from '../host.ts'
import { runKubectl } from '../kubectl.ts'

/** What a command wrote, and how it ended. */
export interface Ran {
  stdout: string
  stderr: string
  exitCode: number
}

const kubeconfig = (url: string): string => `apiVersion: v1
kind: Config
current-context: test
clusters: [{ name: c, cluster: { server: "${url}" } }]
users: [{ name: u, user: { token: ${testToken} } }]
contexts: [{ name: test, context: { cluster: c, user: u } }]
`

/** kubectl, its files, and its server where it has one. */
export class KubectlAtWork {
  /** Path → content. */
  readonly files = new Map<string, string>()
  readonly server: TestServer | undefined
  /** Of the kubectl, as `1.33.2`; undefined: the newest. */
  release: string | undefined
  /** What the editor makes of a file. */
  edits: (text: string) => string = (text) => text

  constructor(server?: TestServer) {
    this.server = server
    this.files.set('/config', kubeconfig(server?.url ?? 'http://127.0.0.1:1'))
  }

  /** In front of a server of 1.36. */
  static async started(): Promise<KubectlAtWork> {
    return new KubectlAtWork(await startTestServer('1.36'))
  }

  /** Runs a line, whose words have no blanks: `_` stands for one. */
  async run(line: string, stdin = ''): Promise<Ran> {
    const ran: Ran = { stdout: '', stderr: '', exitCode: 0 }
    const words = line.split(' ').map((word) => word.replaceAll('_', ' '))
    ran.exitCode = await runKubectl(words, this.host(ran, stdin))
    return ran
  }

  /** What a line writes: its output, or where it fails its error. */
  async told(line: string, stdin?: string): Promise<string> {
    const { stdout, stderr, exitCode } = await this.run(line, stdin)
    return exitCode === 0 ? stdout : stderr
  }

  async close(): Promise<void> {
    await this.server?.close()
  }

  private host(ran: Ran, stdin: string): KubectlHost {
    const read = async (path: string): Promise<string> => {
      const text = this.files.get(path)
      if (text === undefined)
        throw Object.assign(new Error(`open ${path}: no such file or directory`), { code: 'ENOENT', path })
      return text
    }
    return {
      env: new Map([['KUBECONFIG', '/config']]),
      release: this.release,
      stdin: async () => stdin,
      stdout: (text) => {
        ran.stdout += text
      },
      stderr: (text) => {
        ran.stderr += text
      },
      readFile: read,
      listFiles: async (path) => {
        const below = [...this.files.keys()].filter((file) => file.startsWith(`${path}/`))
        if (below.length > 0)
          return [...new Set(below.map((file) => file.slice(path.length + 1).split('/')[0]!))]
        await read(path)
        return undefined
      },
      writeFile: async (path, text) => void this.files.set(path, text),
      now: () => Date.now(),
      sleep: async () => {},
      execute: async (line) => {
        const path = line.split(' ').at(-1)!
        this.files.set(path, this.edits(await read(path)))
        return { exitCode: 0, stderr: '' }
      },
      watchQuietMs: 1,
    }
  }
}
