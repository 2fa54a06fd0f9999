import { eachOf } from '../component-base/each-of.ts'
import type { Kubelet } from './kubelet.ts'

/**
 * Starts kubelets one after the other, at most `limit` of them on their way to their first full status, so that thousands
 * neither flood a server nor tick in step. Resolves when all have reported (or were stopped).
 */
export const startKubelets = (kubelets: readonly Kubelet[], limit = 32): Promise<void> =>
  eachOf(kubelets, limit, (kubelet) => kubelet.start().reported)
