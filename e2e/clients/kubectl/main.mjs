// usage: node main.mjs      Each real kubectl of this machine uses a defined kind, watches over HTTP/2, and shows usage.
import { spawn, spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { realKubectls } from '../../../scripts/kubectls.mjs'

const widget = (size) =>
  `apiVersion: clients.example.com/v1\nkind: Widget\nmetadata: { name: one }\nspec: { size: ${size} }\n`

/** What a command said, whatever its exit code. */
function run(kubectl, args, { input = '', env = {} } = {}) {
  const done = spawnSync(kubectl, args, {
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  })
  return `${done.stdout}${done.stderr}`
}

async function check(what, ask, pattern) {
  let said = ''
  for (let tries = 0; tries < 60; tries++) {
    said = await ask()
    if (pattern.test(said)) {
      console.log(`ok: ${what}`)
      return
    }
    await sleep(500)
  }
  throw new Error(`${what}: not ${pattern}, but ${said}`)
}

/** What a watch prints while an object is changed, and over what it came. */
async function watched(kubectl, change) {
  const watch = spawn(kubectl, ['get', 'widgets', '--watch', '--output-watch-events'], {
    env: { ...process.env, GODEBUG: 'http2debug=1' },
  })
  const ended = new Promise((done) => watch.once('close', done))
  let said = ''
  let seen = () => {}
  const after = (pattern) =>
    new Promise((resolve, reject) => {
      const over = setTimeout(() => reject(new Error(`the watch does not show ${pattern}: ${said}`)), 60_000)
      seen = () => {
        if (!pattern.test(said)) return
        clearTimeout(over)
        resolve()
      }
      seen()
    })
  watch.stdout.on('data', (text) => {
    said += text
    seen()
  })
  let frames = ''
  watch.stderr.on('data', (text) => {
    frames += text
  })
  try {
    await after(/ADDED\s+one\s+2/)
    change()
    await after(/MODIFIED\s+one\s+4/)
  } finally {
    watch.kill()
    await ended
  }
  return /http2: /.test(frames) ? 'over HTTP/2' : 'over HTTP/1.1'
}

for (const kubectl of realKubectls()) {
  const name = basename(kubectl)
  const k = (...args) => run(kubectl, args)
  await check(
    `${name} defines a kind`,
    () => k('apply', '-f', '../widgets.yaml'),
    /widgets\.clients\.example\.com (created|unchanged|configured)/,
  )
  await check(
    `${name} waits for it`,
    () => k('wait', '--for=condition=Established', 'crd/widgets.clients.example.com'),
    /condition met/,
  )
  await check(
    `${name} creates`,
    () => run(kubectl, ['apply', '-f', '-'], { input: widget(2) }),
    /one (created|unchanged)/,
  )
  await check(
    `${name} watches`,
    () =>
      watched(kubectl, () =>
        run(kubectl, ['apply', '--server-side', '--force-conflicts', '-f', '-'], { input: widget(4) }),
      ),
    /over HTTP\/2/,
  )
  await check(`${name} scales`, () => k('scale', 'widget/one', '--replicas=5'), /scaled/)
  await check(
    `${name} is refused`,
    () => k('scale', 'widget/one', '--replicas=-1'),
    /(must be|should be) greater than or equal to/,
  )
  await check(`${name} explains`, () => k('explain', 'widget.spec'), /size\s+<integer>/)
  await check(
    `${name} runs a Deployment`,
    () => k('create', 'deployment', 'd', '--image=nginx'),
    /created|exists/,
  )
  await check(`${name} shows the usage of pods`, () => k('top', 'pods'), /d-\S+\s+5m\s+16Mi/)
  await check(`${name} shows the usage of nodes`, () => k('top', 'nodes'), /node-1\s+\d+m\s+\d+%\s+\d+Mi/)
  await check(`${name} deletes`, () => k('delete', 'deployment/d', 'widget/one'), /"one" deleted/)
}
