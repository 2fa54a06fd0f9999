// Upstream: nginx docs/html/index.html (the page that an installation shows), httpd docs/docroot/index.html
import { imageName } from '../images/images.ts'

const page = `<!DOCTYPE html>
<html>
<head>
<title>Welcome to nginx!</title>
<style>
html { color-scheme: light dark; }
body { width: 35em; margin: 0 auto;
font-family: Tahoma, Verdana, Arial, sans-serif; }
</style>
</head>
<body>
<h1>Welcome to nginx!</h1>
<p>If you see this page, the nginx web server is successfully installed and
working. Further configuration is required.</p>

<p>For online documentation and support please refer to
<a href="http://nginx.org/">nginx.org</a>.<br/>
Commercial support is available at
<a href="http://nginx.com/">nginx.com</a>.</p>

<p><em>Thank you for using nginx.</em></p>
</body>
</html>
`

/** The files that a web server's image serves, by path. */
export function nginxFiles(image: string | undefined): Record<string, string> {
  const name = imageName(image ?? '')
  if (name === 'nginx')
    return {
      '/usr/share/nginx/html/index.html': page,
      '/usr/share/nginx/html/50x.html': page.replaceAll('Welcome to nginx!', 'Error'),
      '/etc/nginx/conf.d/default.conf':
        'server {\n    listen       80;\n    server_name  localhost;\n\n    location / {\n        root   /usr/share/nginx/html;\n        index  index.html index.htm;\n    }\n}\n',
    }
  return name === 'httpd'
    ? { '/usr/local/apache2/htdocs/index.html': '<html><body><h1>It works!</h1></body></html>\n' }
    : {}
}
