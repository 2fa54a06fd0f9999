import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { bytesSource } from '../server/storage/bbolt/byte-source.ts'
import type { Storage } from '../server/storage/interface.ts'
import { createMemoryStorage } from '../server/storage/memory.ts'
import type { EtcdSnapshot } from '../server/storage/mvcc/snapshot-file.ts'
import { EtcdError } from './api/etcd-api.ts'
import { EmbeddedEtcd } from './embedded/embedded-etcd.ts'
import { runEtcdctl, runEtcdutl } from './etcdctl.ts'

const configMap = (name: string, data = { a: 'b' }): KubeObject =>
  ({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name, namespace: 'ns' },
    data,
  }) as unknown as KubeObject

async function storeOf(...names: string[]): Promise<Storage> {
  const storage = createMemoryStorage({ writtenBy: '1.34' })
  for (const name of names) await storage.create(`/registry/configmaps/ns/${name}`, configMap(name))
  return storage
}

interface Ran {
  out: string
  err: string
  code: number
}

/** A computer with files in memory and one store. */
class Computer {
  readonly files = new Map<string, Buffer>()
  readonly restored = new Map<string, EtcdSnapshot>()
  readonly storage: Storage
  env = new Map<string, string>()
  input = Buffer.alloc(0)

  constructor(storage: Storage) {
    this.storage = storage
  }

  async run(line: string, program = runEtcdctl): Promise<Ran> {
    const ran = { out: '', err: '' }
    const api = new EmbeddedEtcd({ storage: () => this.storage, release: () => '1.34' })
    let time = 0
    const code = await program(line.split(' '), {
      env: this.env,
      stdin: async () => this.input,
      stdout: (bytes) => {
        ran.out += bytes.toString('latin1')
      },
      stderr: (text) => {
        ran.err += text
      },
      connect: async ({ address }) => {
        if (address !== '127.0.0.1:2379') throw new EtcdError('context deadline exceeded')
        return api
      },
      openSource: async (path) => {
        const bytes = this.files.get(path)
        if (bytes === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' })
        return bytesSource(path, bytes)
      },
      saveFile: async (path, pieces) => {
        const all: Buffer[] = []
        for await (const piece of pieces) all.push(piece)
        this.files.set(path, Buffer.concat(all))
      },
      isEmpty: async (directory) => !this.restored.has(directory),
      restore: async (directory, snapshot) => void this.restored.set(directory, snapshot),
      now: () => time++,
      watchQuietMs: 3,
      sleep: async () => void time++,
    })
    return { ...ran, code }
  }
}

const computer = async (...names: string[]): Promise<Computer> => new Computer(await storeOf(...names))
const key = '/registry/configmaps/ns/a'

describe('etcdctl get', () => {
  it('shows the bytes that a real server would have stored', async () => {
    const { out, code } = await (await computer('a')).run(`get ${key}`)
    expect(code).toBe(0)
    expect(out.startsWith(`${key}\nk8s\0\n\x0f\n\x02v1\x12\tConfigMap`)).toBe(true)
  })

  it('shows keys, numbers and forms', async () => {
    const one = await computer('a', 'b', 'c')
    expect((await one.run('get /registry --prefix --keys-only --limit=2')).out).toBe(
      `${key}\n\n/registry/configmaps/ns/b\n\n`,
    )
    const count = await one.run('get /registry --prefix --count-only -w fields')
    expect(count.out).toMatch(/"Revision" : 3\n"RaftTerm" : 2\n"More" : false\n"Count" : 3\n$/)
    const { out } = await one.run(`get ${key} --keys-only -w json`)
    expect(out).toBe(
      `{"header":{"cluster_id":14841639068965178418,"member_id":10276657743932975437,"revision":3,"raft_term":2},"kvs":[{"key":"${btoa(key)}","create_revision":1,"mod_revision":1,"version":1}],"count":1}\n`,
    )
  })

  it('goes back to a revision, and says what it cannot', async () => {
    const one = await computer('a', 'b')
    expect((await one.run('get /registry --prefix --keys-only --rev 1')).out).toBe(`${key}\n\n`)
    expect(await one.run('get /a --rev 9')).toMatchObject({
      err: 'Error: etcdserver: mvcc: required revision is a future revision\n',
      code: 1,
    })
    expect(await one.run('compaction 2')).toMatchObject({ out: 'compacted revision 2\n', code: 0 })
    expect(await one.run('get /a --rev 1')).toMatchObject({
      err: 'Error: etcdserver: mvcc: required revision has been compacted\n',
      code: 1,
    })
  })

  it.each([
    ['get', 128, 'Error: get command needs one argument as key and an optional argument as range_end\n'],
    [
      'get a --prefix --from-key',
      128,
      'Error: `--prefix` and `--from-key` cannot be set at the same time, choose one\n',
    ],
    ['get a --count-only', 128, 'Error: --count-only is only for `--write-out=fields`\n'],
    ['get a --order x', 4, 'Error: bad sort order x\n'],
    ['get a -w bogus', 4, 'Error: unsupported output format\n'],
    ['get a -w table', 4, 'Error: table not supported as output format\n'],
    ['compaction x', 1, 'Error: strconv.ParseInt: parsing "x": invalid syntax\n'],
    ['put a', 128, 'Error: put command needs 1 argument and input from stdin or 2 arguments\n'],
    ['watch', 128, 'Error: bad number of arguments\n'],
    [
      'snapshot status none.db',
      1,
      'Deprecated: Use `etcdutl snapshot status` instead.\n\nError: stat none.db: no such file or directory\n',
    ],
    ['--endpoints 10.0.0.1:1 get a', 1, 'Error: context deadline exceeded\n'],
  ])('%s', async (line, code, err) => {
    expect(await (await computer('a')).run(line)).toMatchObject({ code, err })
  })
})

describe('etcdctl', () => {
  it('puts and deletes objects and other bytes', async () => {
    const one = await computer()
    one.input = Buffer.from(JSON.stringify(configMap('a', { a: 'new' })))
    expect((await one.run(`put ${key}`)).out).toBe('OK\n')
    expect((await one.storage.get(key))?.object).toMatchObject({ data: { a: 'new' } })
    expect((await one.run('put /other k8s-no-object')).out).toBe('OK\n')
    expect((await one.run('get /other --print-value-only')).out).toBe('k8s-no-object\n')
    expect((await one.run('del /other --prev-kv')).out).toBe('1\n/other\nk8s-no-object\n')
    expect((await one.run('del /other')).out).toBe('0\n')
  })

  it('watches from a revision', async () => {
    const one = await computer('a')
    await one.run(`del ${key}`)
    expect((await one.run('watch --prefix /registry --rev 1 -w fields')).out).toMatch(
      /"Type" : PUT\n"Key" : "\/registry\/configmaps\/ns\/a"\n"CreateRevision" : 1\n[\s\S]*"Type" : DELETE\n"Key" : "\/registry\/configmaps\/ns\/a"\n"CreateRevision" : 0\n"ModRevision" : 2\n"Version" : 0\n"Value" : ""\n"Lease" : 0\n$/,
    )
    await one.run('compaction 2')
    expect(await one.run('watch /registry --rev 1')).toMatchObject({
      code: 5,
      err: 'watch was canceled (etcdserver: mvcc: required revision has been compacted)\nError: watch is canceled by the server\n',
    })
  })

  it('tells of endpoints and members', async () => {
    const one = await computer('a')
    expect((await one.run('endpoint health')).out).toMatch(
      /^127\.0\.0\.1:2379 is healthy: successfully committed proposal: took = \d+ms\n$/,
    )
    expect((await one.run('endpoint status')).out).toBe(
      '127.0.0.1:2379, 8e9e05c52164694d, 3.5.21, 20 kB, true, false, 2, 1, 1, \n',
    )
    expect((await one.run('member list -w table')).out).toBe(
      `+------------------+---------+---------+-----------------------+-----------------------+------------+
|        ID        | STATUS  |  NAME   |      PEER ADDRS       |     CLIENT ADDRS      | IS LEARNER |
+------------------+---------+---------+-----------------------+-----------------------+------------+
| 8e9e05c52164694d | started | default | http://localhost:2380 | http://localhost:2379 |      false |
+------------------+---------+---------+-----------------------+-----------------------+------------+
`,
    )
    expect(await one.run('--endpoints 127.0.0.1:2379,10.0.0.1:1 endpoint health')).toMatchObject({
      code: 1,
      err: '10.0.0.1:1 is unhealthy: failed to commit proposal: context deadline exceeded\nError: unhealthy cluster\n',
    })
  })

  it('saves a snapshot that can be told of and restored', async () => {
    const one = await computer('a', 'b')
    await one.run(`del ${key}`)
    expect((await one.run('snapshot save s.db')).out).toBe('Snapshot saved at s.db\n')
    expect((await one.run('snapshot status s.db -w json', runEtcdutl)).out).toMatch(
      /^\{"hash":\d+,"revision":3,"totalKey":6,"totalSize":24576\}\n$/,
    )
    expect((await one.run('snapshot restore s.db --data-dir d', runEtcdutl)).code).toBe(0)
    expect(one.restored.get('d')?.keys()).toEqual(['/registry/configmaps/ns/b', 'compact_rev_key'])
    expect(await one.run('snapshot restore s.db --data-dir d', runEtcdutl)).toMatchObject({
      code: 1,
      err: 'Error: data-dir "d" not empty or could not be read\n',
    })
    one.files.set('raw.db', one.files.get('s.db')!.subarray(0, -32))
    expect(await one.run('snapshot restore raw.db --data-dir e', runEtcdutl)).toMatchObject({
      code: 1,
      err: 'Error: snapshot missing hash but --skip-hash-check=false\n',
    })
    expect((await one.run('snapshot restore raw.db --data-dir e --skip-hash-check', runEtcdutl)).code).toBe(0)
  })

  it('takes its flags from the environment, too', async () => {
    const one = await computer('a')
    one.env.set('ETCDCTL_WRITE_OUT', 'json')
    expect((await one.run('get /none')).out).toMatch(/^\{"header":/)
    expect((await one.run('get /none -w json')).err).toContain('conflicting environment variable')
  })

  it('prints the help of a command', async () => {
    const { out, err, code } = await (await computer()).run('get --bogus')
    expect({ err, code }).toEqual({
      err: 'Error: unknown flag: --bogus\nError: unknown flag: --bogus\n',
      code: 1,
    })
    expect(out).toContain('      --consistency="l"\t\t\tLinearizable(l) or Serializable(s)\n')
    expect(out).toContain(
      '  -w, --write-out="simple"\t\t\tset the output format (fields, json, protobuf, simple, table)\n',
    )
  })
})
