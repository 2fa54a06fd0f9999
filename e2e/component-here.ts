// Components in this process, run by the functions that their commands call: what they print and how they end is what a user
// of the commands sees, without a start of Node for each.
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runControlPlane } from '../cli/control-plane.ts'
import { runKubeApiserver } from '../cli/kube-apiserver.ts'
import { runKubeProxy } from '../cli/kube-proxy.ts'
import { startKubelet } from '../cli/kubelet.ts'
import type { ComponentName } from '../component-base/flags/flag-definitions.ts'
import type { ControlPlaneComponent } from '../controllers/options/control-plane-flags.ts'
import { readHostFile } from '../server/options/check-files.ts'

/** A component that was started in this process. */
export interface ComponentHere {
  /** What it has printed so far. */
  readonly output: { stdout: string; stderr: string }
  /** The exit code; null: a kubelet whose command line is good, which would run on. */
  readonly ended: Promise<number | null>
  /** What SIGTERM does to a kube-apiserver. */
  stop(): void
}

/** Starts `kepsim ARGS` in this process. Relative names of a kube-apiserver's flags are those of files in `cwd`. */
export function componentHere([name, ...args]: readonly string[], cwd: string): ComponentHere {
  const output = { stdout: '', stderr: '' }
  let stop = (): void => {}
  const stopped = new Promise<undefined>((done) => {
    stop = () => done(undefined)
  })
  const streams = {
    stdout: (text: string) => {
      output.stdout += text
    },
    stderr: (text: string) => {
      output.stderr += text
    },
  }
  const controlPlane = (component: ControlPlaneComponent): Promise<number> =>
    runControlPlane(component, args, {
      ...streams,
      readFile: (path) => readFileSync(resolve(cwd, path), 'utf8'),
      writeFile: (path, text) => writeFileSync(resolve(cwd, path), text),
      stopped: () => stopped,
    })
  const commands: Readonly<Record<ComponentName, () => Promise<number | null>>> = {
    'kube-apiserver': () =>
      runKubeApiserver(args, {
        ...streams,
        readFile: (path) => readHostFile(resolve(cwd, path)),
        stopped: () => stopped,
      }),
    'kube-controller-manager': () => controlPlane('kube-controller-manager'),
    'kube-scheduler': () => controlPlane('kube-scheduler'),
    'kube-proxy': () =>
      runKubeProxy(args, { ...streams, readText, writeText: (path) => Promise.reject(new Error(path)) }),
    kubelet: async () => {
      const started = await startKubelet(args, {
        ...streams,
        readText,
        listFiles: (folder) => readdir(folder),
      })
      return typeof started === 'number' ? started : null
    },
  }
  return { output, ended: commands[name as ComponentName](), stop }
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8')
