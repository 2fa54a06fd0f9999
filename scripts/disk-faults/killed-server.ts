import { join } from 'node:path'
import { startServerProcess } from '../../e2e/conformance/server-process.ts'
import { AnsweredChanges } from '../../server/storage/lowdb/testing/answered-changes.ts'
import { changeOf, nameOf, writers } from '../../server/storage/lowdb/testing/killed-changes.ts'
import { HttpsClient } from './https-client.ts'

/** A whole kube-apiserver that 16 clients write to, killed again and again over one data directory. */
export class KilledServer {
  private readonly folder: string
  private readonly answered: AnsweredChanges
  /** Changes that were answered, in all rounds. */
  answers = 0

  /** @param folder as of serverFolder() */
  constructor(folder: string) {
    this.folder = folder
    this.answered = new AnsweredChanges(join(folder, 'data'))
  }

  /** @param last kill after so many answers. @returns what is not as it was answered */
  async kill(last: number): Promise<string[]> {
    const round = this.answered.nextRound()
    const server = await startServerProcess({ release: '1.36', dir: this.folder, flags: [], keepData: true })
    const client = new HttpsClient(server)
    const numbers: number[] = Array(writers).fill(-1)
    let answers = 0
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; answers < last; number++) {
        const { key, value } = changeOf(writer, round, number)
        await change(client, nameOf(writer, key), value)
        numbers[writer] = number
        if (++answers === last) process.kill(server.pid, 'SIGKILL')
      }
    }
    // The others end with an error when it is killed.
    await Promise.allSettled(numbers.map((_, writer) => write(writer)))
    if (answers < last)
      throw new Error(`the server ended by itself: ${server.log().trim().split('\n').at(-1)}`)
    await server.stop()
    client.close()
    this.answers += answers
    return this.answered.compare(numbers)
  }
}

const path = '/api/v1/namespaces/default/configmaps'

/** Makes the ConfigMap have the value; undefined: makes it be gone. Throws what is no answer. */
async function change(client: HttpsClient, name: string, value: string | undefined): Promise<void> {
  if (value === undefined) return expectStatus(await client.send('DELETE', `${path}/${name}`), [200, 404])
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } }
  const status = await client.send('PUT', `${path}/${name}`, object)
  if (status !== 404) return expectStatus(status, [200])
  expectStatus(await client.send('POST', path, object), [201])
}

function expectStatus(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`status ${status}`)
}
