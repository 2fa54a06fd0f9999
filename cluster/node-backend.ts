import type { Duplex } from 'node:stream'
import type { KubeObject } from '../apimachinery/json.ts'
import type { ClientTls } from '../component-base/mutual-trust.ts'
import type { AskedRequest } from '../kubelet-sim/http/kubelet-access.ts'
import type { InnerKubeletServer } from '../kubelet-sim/http/kubelet-server.ts'
import type { Kubelet } from '../kubelet-sim/kubelet.ts'
import type { LogLine, NodeAnswer, NodeBackend } from '../server/endpoints/special/node-backend.ts'
import type { ComponentJournal } from './component-journal.ts'

const controlPlane = ['kube-apiserver', 'kube-controller-manager']

/** The component that a pod of kube-system is, by its labels and by its node. */
function componentOf({ metadata, ...pod }: KubeObject): { component: string; node: string } | undefined {
  if (metadata.namespace !== 'kube-system') return undefined
  const component = metadata.labels?.['component'] ?? ''
  if (controlPlane.includes(component)) return { component, node: '' }
  const node = (pod['spec'] as { nodeName?: string } | undefined)?.nodeName ?? ''
  return metadata.labels?.['k8s-app'] === 'kube-proxy' ? { component: 'kube-proxy', node } : undefined
}

/** A kubelet of this process. */
export interface KubeletHere {
  readonly kubelet: Kubelet
  readonly inner: InnerKubeletServer
  /** @param path without query */
  answer(path: string): NodeAnswer
  /**
   * The answer at a port of the kubelet to somebody who is no API server; undefined: it has no such port open. @param asked with its path still escaped
   * @param client the certificate and key that it shows
   */
  answerTo(
    asked: Omit<AskedRequest, 'certificate'>,
    client: Pick<ClientTls, 'cert' | 'key'>,
  ): Promise<NodeAnswer | undefined>
}

/** The kubelets of this process, with what the components that are pods have logged. */
export class OwnNodes implements NodeBackend {
  private readonly journal: ComponentJournal
  /** By their nodes. */
  readonly kubelets = new Map<string, KubeletHere>()

  constructor(journal: ComponentJournal) {
    this.journal = journal
  }

  podLog(pod: KubeObject, previous: boolean): readonly LogLine[] | 'none' | undefined {
    const found = componentOf(pod)
    if (found === undefined) return undefined
    return this.journal.lines(found.component, found.node, previous ? 1 : 0) ?? 'none'
  }

  answer(node: string, path: string): NodeAnswer | undefined {
    return this.kubelets.get(node)?.answer(path)
  }

  dial(node: string, namespace: string, pod: string, port: number): Promise<Duplex> | undefined {
    return this.kubelets.get(node)?.kubelet.containers?.sandbox(namespace, pod)?.dial(port)
  }

  connect(node: string, translates: boolean): Duplex | undefined {
    return this.kubelets.get(node)?.inner.connect(translates)
  }
}
