import type { KubectlHost } from './host.ts'
export async function runKubectl(_args: string[], _host: KubectlHost): Promise<number> {
  return 1
}
