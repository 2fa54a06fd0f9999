import type { Command } from './main.ts'

export const run: Command = async () => {
  process.stderr.write('kepsim kube-apiserver: not built yet\n')
  return 2
}
