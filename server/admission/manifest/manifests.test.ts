// What kube-apiserver made of folders of manifests: its starts at 1.30, 1.33 and 1.36, and its answers at 1.36.3.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../../component-base/clock.ts'
import { type Answer, startTestServerWith, type TestServer } from '../../testing/test-server.ts'
import recorded from './recorded.json' with { type: 'json' }

const gate = '--feature-gates=ManifestBasedAdmissionControlConfig=true,MutatingAdmissionPolicy=true'
const dir = mkdtempSync(join(tmpdir(), 'kepsim-manifests-'))

function write(name: string, text: string): void {
  const path = join(dir, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const started = (release: string, configuration: string, more: readonly string[]): Promise<TestServer> => {
  write('admission.json', configuration.replaceAll('DIR', dir))
  return startTestServerWith(
    { clock, hostname: 'vm', mayReachWebhooks: true },
    release,
    `--admission-control-config-file=${join(dir, 'admission.json')}`,
    ...more,
  )
}

let clock: FakeClock
beforeEach(() => {
  clock = new FakeClock()
})
afterAll(() => rmSync(dir, { recursive: true }))

interface Start {
  readonly name: string
  readonly plugin: string
  /** Texts by their names in the folder. */
  readonly files: Readonly<Record<string, string>>
  readonly gate: boolean
  readonly config: object
  /** The text that the start ends with; null: it serves. */
  readonly error: string | null
}

describe.each(Object.entries(recorded.starts))('%s', (release, cases) => {
  it.each(cases as readonly Start[])(
    'starts as recorded: $name',
    async ({ plugin, files, gate: on, config, error }) => {
      rmSync(join(dir, 'manifests'), { recursive: true, force: true })
      mkdirSync(join(dir, 'manifests'))
      for (const [name, text] of Object.entries(files)) write(`manifests/${name}`, text)
      const configuration = {
        apiVersion: 'apiserver.config.k8s.io/v1',
        kind: 'AdmissionConfiguration',
        plugins: [{ name: plugin, configuration: config }],
      }
      const outcome = await started(release, JSON.stringify(configuration), on ? [gate] : []).then(
        async (server) => {
          await server.close()
          return null
        },
        (failure: Error) => failure.message.replaceAll(dir, 'DIR'),
      )
      expect(outcome).toBe(error)
    },
  )
})

interface Told {
  readonly code: number
  readonly message?: string
  readonly reason?: string
  readonly names?: readonly string[]
  readonly labels?: object | null
  readonly warnings?: readonly string[]
}

function told({ status: code, body }: Answer): Told {
  if (body.kind === 'Status') return { code, message: body.message, reason: body.reason }
  if (body.items !== undefined)
    return { code, names: body.items.map((one: { metadata: { name: string } }) => one.metadata.name) }
  return { code, labels: body.metadata.labels ?? null }
}

const metricsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes('manifest_admission'))
    .filter((line) => !/^[^#].*_timestamp_|status="failure"/.test(line))
    .map((line) => line.replace(/sha256:[0-9a-f]+/g, (hash) => hash.slice(0, 20)))

it('obeys manifests beside the objects of the API, and reads them again', async () => {
  const { files, configuration, steps, metrics } = recorded.serving
  for (const [name, text] of Object.entries(files)) write(name, text)
  const server = await started('1.36', configuration, [gate])
  try {
    for (const [method, path, body, answer] of steps as [string, string, unknown, Told | null][]) {
      if (path.startsWith('/')) {
        expect(told(await server.send(method, path, body ?? undefined)), `${method} ${path}`).toEqual(answer)
        continue
      }
      if (method === 'PUT') write(path, body as string)
      else rmSync(join(dir, path))
      clock.advance(1000)
    }
    const { text } = await server.send('GET', '/metrics')
    expect(metricsIn(text)).toEqual(metrics)
    expect(text).toMatch(
      /automatic_reloads_total\{.*plugin="ValidatingAdmissionPolicy",status="failure"\} [1-9]/,
    )
  } finally {
    await server.close()
  }
})
