import type { Kubelet } from './kubelet.ts'

/**
 * Starts kubelets one after the other, at most `limit` of them on their way to their first full status, so that thousands
 * neither flood a server nor tick in step. Resolves when all have reported (or were stopped).
 */
export async function startKubelets(kubelets: Iterable<Kubelet>, limit = 32): Promise<void> {
  const waiting = new Set<Promise<void>>()
  for (const kubelet of kubelets) {
    const reported = kubelet.start().reported.then(() => void waiting.delete(reported))
    waiting.add(reported)
    if (waiting.size >= limit) await Promise.race(waiting)
  }
  await Promise.all(waiting)
}
