// The kinds of resources that a server serves. Upstream: client-go/restmapper
import type { RestClient } from '../../client/rest-client.ts'
import type { GroupVersionKind } from './schemas.ts'

interface ServedResource {
  readonly name: string
  readonly singularName?: string
  readonly kind: string
}

interface GroupList {
  readonly groups?: readonly { readonly name: string; readonly versions?: readonly { version: string }[] }[]
}

/** Reads what is served where it is first asked for, and anew after {@link forget}. */
export class ResourceKinds {
  private readonly client: RestClient
  private readonly lists = new Map<string, Promise<readonly ServedResource[]>>()
  private groups: Promise<GroupList> | undefined

  constructor(client: RestClient) {
    this.client = client
  }

  forget(): void {
    this.lists.clear()
    this.groups = undefined
  }

  /** @note Without a group a resource of every group is meant, as upstream's mapper does it. */
  async kindsFor(group: string, version: string, resource: string): Promise<GroupVersionKind[]> {
    const groups = group === '' ? ['', ...(await this.groupsWith(version))] : [group]
    const found: GroupVersionKind[] = []
    for (const one of groups)
      for (const { name, singularName, kind } of await this.resources(one, version))
        if (name === resource || singularName === resource) found.push({ group: one, version, kind })
    return found
  }

  private async groupsWith(version: string): Promise<string[]> {
    this.groups ??= this.client.get('/apis') as unknown as Promise<GroupList>
    const { groups = [] } = await this.groups
    return groups
      .filter(({ versions = [] }) => versions.some((one) => one.version === version))
      .map(({ name }) => name)
  }

  private resources(group: string, version: string): Promise<readonly ServedResource[]> {
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    let list = this.lists.get(path)
    if (list === undefined) {
      list = this.client.get(path).then(
        (found) => (found as unknown as { resources?: readonly ServedResource[] }).resources ?? [],
        () => [],
      )
      this.lists.set(path, list)
    }
    return list
  }
}
