// Upstream: curl src/tool_getparam.c `aliases`. All options of curl, each `letter:name` or `name`: what an unknown option is, and which
// beginnings of a name are ambiguous, depends on all. What those do that do anything here stands in options.ts.

/** `flag` may be switched off by `--no-`, `plain` may not; the others take a value. */
export type OptionKind = 'flag' | 'plain' | 'value' | 'number'

const options: Readonly<Record<OptionKind, string>> = {
  flag: `
    alpn anyauth a:append basic N:buffer cert-status clobber compressed compressed-ssh create-dirs crlf
    digest q:disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure f:fail
    fail-early fail-with-body false-start form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip
    ftp-ssl-ccc ftp-ssl-control G:get g:globoff haproxy-protocol I:head h:help http0.9 ignore-content-length
    i:include k:insecure j:junk-session-cookies keepalive l:list-only L:location location-trusted
    mail-rcpt-allowfails M:manual metalink negotiate n:netrc netrc-optional npn ntlm ntlm-wb Z:parallel
    parallel-immediate path-as-is post301 post302 post303 #:progress-bar progress-meter proxy-anyauth
    proxy-basic proxy-digest proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
    proxy-ssl-auto-client-cert p:proxytunnel raw J:remote-header-name O:remote-name remote-name-all
    R:remote-time remove-on-error retry-all-errors retry-connrefused sasl-ir sessionid S:show-error s:silent
    socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke
    ssl-reqd ssl-revoke-best-effort styled-output suppress-connect-headers tcp-fastopen tcp-nodelay
    tftp-no-options tr-encoding trace-time B:use-ascii v:verbose V:version xattr
  `,
  plain: `
    0:http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only 4:ipv4 6:ipv6 ::next proxy-tlsv1 2:sslv2
    3:sslv3 1:tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3
  `,
  number: `
    connect-timeout C:continue-at create-file-mode expect100-timeout happy-eyeballs-timeout-ms
    keepalive-time max-redirs m:max-time parallel-max rate retry retry-delay retry-max-time Y:speed-limit
    y:speed-time tftp-blksize
  `,
  value: `
    abstract-unix-socket alt-svc aws-sigv4 cacert capath E:cert cert-type ciphers K:config connect-to
    b:cookie c:cookie-jar crlfile curves d:data data-ascii data-binary data-raw data-urlencode delegation
    dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url D:dump-header egd-file engine etag-compare
    etag-save F:form form-string ftp-account ftp-alternative-to-user ftp-method P:ftp-port ftp-ssl-ccc-mode
    H:header hostpubmd5 hostpubsha256 hsts interface json key key-type krb libcurl limit-rate local-port
    login-options mail-auth mail-from mail-rcpt max-filesize netrc-file noproxy oauth2-bearer o:output
    output-dir pass pinnedpubkey preproxy proto proto-default proto-redir x:proxy proxy-cacert proxy-capath
    proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
    proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword
    proxy-tlsuser U:proxy-user proxy1.0 pubkey Q:quote random-file r:range e:referer X:request
    request-target resolve sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service
    socks5-hostname stderr t:telnet-option z:time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser
    trace trace-ascii unix-socket T:upload-file url url-query u:user A:user-agent w:write-out
  `,
}

const all = (Object.entries(options) as [OptionKind, string][]).flatMap(([kind, words]) =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [, letter, name = ''] = /^(?:(.):)?(.+)$/.exec(word)!
      return { kind, letter, name }
    }),
)

/** What each option of curl takes, by its long name without dashes. */
export const optionNames: ReadonlyMap<string, OptionKind> = new Map(all.map(({ name, kind }) => [name, kind]))

/** The long name of each letter. */
export const letterOf: ReadonlyMap<string, string> = new Map(
  all.flatMap(({ letter, name }) => (letter === undefined ? [] : [[letter, name]])),
)
