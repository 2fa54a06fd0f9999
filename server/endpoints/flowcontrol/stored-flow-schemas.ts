// Upstream: staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go (what a request is classified as)
import type { FlowSchemaSpec } from '../../../api/flowcontrol-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Storage, StorageEvent } from '../../storage/interface.ts'
import type { UserInfo } from '../authentication/user-info.ts'
import type { RequestInfo } from '../request-info.ts'
import { matchesRule } from './flow-rules.ts'

/** The uids that an answer's headers name. */
export interface Classification {
  readonly flowSchemaUid: string
  readonly priorityLevelUid: string
}

const prefixes = ['/registry/flowschemas/', '/registry/prioritylevelconfigurations/'] as const

/**
 * Says which flow schema and priority level a request belongs to, by what is stored.
 * Deviates: nothing is queued or refused; the simulated server has no load to protect itself from.
 */
export class StoredFlowSchemas {
  private readonly objects = new Map<string, KubeObject>()
  private readonly stops: (() => void)[] = []
  private ordered: KubeObject[] | undefined

  static async open(storage: Storage): Promise<StoredFlowSchemas> {
    const out = new StoredFlowSchemas()
    for (const prefix of prefixes) {
      const { records, revision } = await storage.list(prefix)
      for (const record of records) out.objects.set(record.key, record.object)
      const watcher = storage.watch(prefix, revision, (event) => out.follow(event))
      out.stops.push(() => watcher.stop())
    }
    return out
  }

  close(): void {
    for (const stop of this.stops.splice(0)) stop()
  }

  /** undefined: no schema is about the request (before those of the start are written). */
  classify(user: UserInfo, info: RequestInfo): Classification | undefined {
    this.ordered ??= this.schemas()
    for (const schema of this.ordered) {
      const { rules, priorityLevelConfiguration } = schema['spec'] as unknown as FlowSchemaSpec
      if (rules?.some((rule) => matchesRule(rule, user, info)) !== true) continue
      const level = this.objects.get(prefixes[1] + priorityLevelConfiguration?.name)
      return {
        flowSchemaUid: schema.metadata.uid ?? '',
        priorityLevelUid: level?.metadata.uid ?? '',
      }
    }
    return undefined
  }

  private follow(event: StorageEvent): void {
    this.ordered = undefined
    if (event.type === 'put') this.objects.set(event.record.key, event.record.object)
    else this.objects.delete(event.record.key)
  }

  /** The smallest precedence first; among equals, by name. */
  private schemas(): KubeObject[] {
    const precedence = (object: KubeObject): number =>
      (object['spec'] as FlowSchemaSpec | undefined)?.matchingPrecedence ?? 0
    const name = (object: KubeObject): string => object.metadata.name ?? ''
    return [...this.objects.values()]
      .filter((object) => object.kind === 'FlowSchema' && object['spec'] !== undefined)
      .sort((a, b) => precedence(a) - precedence(b) || (name(a) < name(b) ? -1 : 1))
  }
}
