{{- define "keelson.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 45 characters: the name of a CronJob (this one and -backup) may have 52, and a label of the StatefulSet's pods (this one, -etcd and a hash) 63. */}}
{{- define "keelson.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 45 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 45 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 45 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "keelson.etcdName" -}}
{{- printf "%s-etcd" (include "keelson.fullname" .) -}}
{{- end -}}

{{- define "keelson.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "keelson.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "keelson.image" -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}

{{/* Of the parts: server, etcd, backup. Takes a list of the root and the name of the part. */}}
{{- define "keelson.selector" -}}
app.kubernetes.io/name: {{ include "keelson.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "keelson.labels" -}}
{{ include "keelson.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* The Secrets, wherever they come from. */}}
{{- define "keelson.secret" -}}
{{- if eq .root.Values.tls.source "certManager" -}}
{{- printf "%s-%s" (include "keelson.fullname" .root) .suffix -}}
{{- else -}}
{{- .name -}}
{{- end -}}
{{- end -}}
{{- define "keelson.serverSecret" -}}
{{- include "keelson.secret" (dict "root" . "suffix" "server" "name" .Values.tls.secrets.server) -}}
{{- end -}}
{{- define "keelson.clientsSecret" -}}
{{- include "keelson.secret" (dict "root" . "suffix" "ca" "name" .Values.tls.secrets.clients) -}}
{{- end -}}
{{- define "keelson.serviceAccountsSecret" -}}
{{- include "keelson.secret" (dict "root" . "suffix" "service-accounts" "name" .Values.tls.secrets.serviceAccounts) -}}
{{- end -}}
{{- define "keelson.frontProxySecret" -}}
{{- include "keelson.secret" (dict "root" . "suffix" "front-proxy" "name" .Values.tls.secrets.frontProxy) -}}
{{- end -}}
{{/* The authority of an etcd of one's own is not the chart's, so its certificates are from a Secret whatever makes the others. */}}
{{- define "keelson.etcdClientSecret" -}}
{{- if .Values.etcd.external.enabled -}}
{{- .Values.tls.secrets.etcdClient -}}
{{- else -}}
{{- include "keelson.secret" (dict "root" . "suffix" "etcd-client" "name" .Values.tls.secrets.etcdClient) -}}
{{- end -}}
{{- end -}}
{{- define "keelson.monitoringSecret" -}}
{{- $name := .Values.monitoring.serviceMonitor.clientCertificate.secretName -}}
{{- if $name -}}
{{- $name -}}
{{- else if eq .Values.tls.source "certManager" -}}
{{- printf "%s-monitoring" (include "keelson.fullname" .) -}}
{{- else -}}
{{- fail "monitoring.serviceMonitor.clientCertificate.secretName: name a Secret with tls.crt and tls.key of a client in the group system:monitoring" -}}
{{- end -}}
{{- end -}}

{{/* That of the Service kubernetes, which the server makes. The range begins with the address of its network. */}}
{{- define "keelson.firstServiceAddress" -}}
{{- $network := regexFind "^[^/]+" .Values.server.serviceClusterIpRange -}}
{{- if contains "::" $network -}}
{{- printf "%s1" (regexFind "^.*::" $network) -}}
{{- else if contains ":" $network -}}
{{- fail "server.serviceClusterIpRange: write the address of the network with ::, such as fd00:10::/108" -}}
{{- else -}}
{{- $last := regexFind "[0-9]+$" $network -}}
{{- printf "%s%d" (trimSuffix $last $network) (add (int $last) 1) -}}
{{- end -}}
{{- end -}}
{{- define "keelson.etcdMembersSecret" -}}
{{- include "keelson.secret" (dict "root" . "suffix" "etcd-members" "name" .Values.tls.secrets.etcdMembers) -}}
{{- end -}}

{{- define "keelson.etcdServers" -}}
{{- if .Values.etcd.external.enabled -}}
{{- if empty .Values.etcd.external.endpoints -}}
{{- fail "etcd.external.endpoints: name the members of your etcd, such as https://etcd-1.example.com:2379" -}}
{{- end -}}
{{- join "," .Values.etcd.external.endpoints -}}
{{- else -}}
{{- $root := . -}}
{{- range $index := until (int .Values.etcd.bundled.replicaCount) -}}
{{- if gt $index 0 -}},{{- end -}}
{{- printf "https://%s-%d.%s.%s.svc:2379" (include "keelson.etcdName" $root) $index (include "keelson.etcdName" $root) $root.Release.Namespace -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "keelson.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "keelson.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end -}}

{{/* Keeps pods of one part apart. */}}
{{- define "keelson.affinity" -}}
podAntiAffinity:
{{- if eq .root.Values.antiAffinity "hard" }}
  requiredDuringSchedulingIgnoredDuringExecution:
    - topologyKey: {{ .root.Values.topologyKey }}
      labelSelector:
        matchLabels:
          {{- include "keelson.selector" . | nindent 10 }}
{{- else }}
  preferredDuringSchedulingIgnoredDuringExecution:
    - weight: 100
      podAffinityTerm:
        topologyKey: {{ .root.Values.topologyKey }}
        labelSelector:
          matchLabels:
            {{- include "keelson.selector" . | nindent 12 }}
{{- end }}
{{- end -}}

{{/* Numbers in a file of values are of floating point, and a million of those would be printed as 1e+06. */}}
{{- define "keelson.flagValue" -}}
{{- if kindIs "float64" . -}}
{{- if eq . (floor .) -}}
{{- printf "%.0f" . -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}

{{/* The seconds of a duration, such as 1m30s; parts of a second count as a whole one. */}}
{{- define "keelson.seconds" -}}
{{- $seconds := 0 -}}
{{- range $part := regexFindAll "[0-9]+[a-z]+" . -1 -}}
{{- $count := regexFind "[0-9]+" $part | int -}}
{{- $unit := regexFind "[a-z]+" $part -}}
{{- if eq $unit "h" -}}
{{- $seconds = add $seconds (mul $count 3600) -}}
{{- else if eq $unit "m" -}}
{{- $seconds = add $seconds (mul $count 60) -}}
{{- else if eq $unit "s" -}}
{{- $seconds = add $seconds $count -}}
{{- else if eq $unit "ms" -}}
{{- $seconds = add $seconds (div (add $count 999) 1000) -}}
{{- else -}}
{{- $seconds = add $seconds (div (add $count 999999) 1000000) -}}
{{- end -}}
{{- end -}}
{{- $seconds -}}
{{- end -}}
