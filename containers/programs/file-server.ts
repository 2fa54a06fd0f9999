// Upstream: net/http/fs.go (FileServer)
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Process } from '../process.ts'

/** Serves the files below a folder of the container as Go's file server does. */
export const serveFiles =
  ({ files }: Process, root: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = files.resolvePath(
      root,
      `.${decodeURIComponent(new URL(request.url ?? '/', 'http://files').pathname)}`,
    )
    if (!(await files.exists(path))) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
      return void response.end('404 page not found\n')
    }
    if (!(await files.stat(path)).isDirectory) {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' })
      return void response.end(await files.readFileBuffer(path))
    }
    const names = (await files.readdir(path)).sort()
    const shown = await Promise.all(
      names.map(async (name) => ((await files.stat(`${path}/${name}`)).isDirectory ? `${name}/` : name)),
    )
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${shown.map((name) => `<a href="${encodeURI(name)}">${name}</a>\n`).join('')}</pre>\n`,
    )
  }
