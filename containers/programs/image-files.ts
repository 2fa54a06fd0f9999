// Upstream: nginx docs/html/index.html (the page that an installation shows), httpd docs/docroot/index.html, test/images/agnhost/Dockerfile
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

/** Of localhost, with no key that anybody has: probes ask for the file. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUH+19YF7vvt15psAdwaVxndYDYP4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIyNDAwNVoYDzIxMjYxMDMw
MjI0MDA1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARkr64qiJaYoy6z/0BZngzXBfFKgi5uQcBPkbhhiO7zYbqyZPlb6a+B
eyXfWdkM6ORRQl0EUwDGx9nCRnduybrLo28wbTAdBgNVHQ4EFgQUJs50yPnRrVKp
V7fDjnnDKugUmokwHwYDVR0jBBgwFoAUJs50yPnRrVKpV7fDjnnDKugUmokwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgWbyVhVedezPEwp1i34N3f4QOsQwjxvrjhORa8pObS/kCIQCw
RqamWxQI8s9I+DV42+BZUWYQAAsPV/YHvZxHkMyCKg==
-----END CERTIFICATE-----
`

const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  agnhost: { '/localhost.crt': certificate },
  httpd: { '/usr/local/apache2/htdocs/index.html': '<html><body><h1>It works!</h1></body></html>\n' },
  nginx: {
    '/usr/share/nginx/html/index.html': page,
    '/usr/share/nginx/html/50x.html': page.replaceAll('Welcome to nginx!', 'Error'),
    '/etc/nginx/conf.d/default.conf':
      'server {\n    listen       80;\n    server_name  localhost;\n\n    location / {\n        root   /usr/share/nginx/html;\n        index  index.html index.htm;\n    }\n}\n',
  },
}

/** The files that an image's servers serve, by path; empty for other images. */
export function imageFiles(image: string | undefined): Readonly<Record<string, string>> {
  const name = imageName(image ?? '')
  return Object.hasOwn(files, name) ? files[name]! : {}
}
