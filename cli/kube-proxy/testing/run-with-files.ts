// `kepsim kube-proxy` in this process, on files that are texts.
import { type ProxyCommandIO, runKubeProxy } from '../../kube-proxy.ts'

/** The end of a command: its exit code, and all that it printed. */
export interface CommandOutput {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `kepsim kube-proxy ARGS`. @param files texts by path; a path that is not among them is no file @param writeText refuses, if not given */
export async function runWithFiles(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  writeText: ProxyCommandIO['writeText'] = () => Promise.reject(new Error('nothing is written')),
): Promise<CommandOutput> {
  let [stdout, stderr] = ['', '']
  const code = await runKubeProxy(args, {
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    readText: async (path) =>
      files[path] ?? Promise.reject(Object.assign(new Error(path), { code: 'ENOENT' })),
    writeText,
  })
  return { code, stdout, stderr }
}

/** The words of a command line. */
export const wordsOf = (line: string): string[] => line.split(' ').filter((word) => word !== '')
