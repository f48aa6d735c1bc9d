/** The metric of the build: its version, and what runs it. */
import type { VersionInfo } from '@keelson/surface';
import type { Metrics } from '@keelson/telemetry';

export function showBuildInfo(metrics: Metrics, version: VersionInfo): void {
  const info = metrics.gauge({
    name: 'kubernetes_build_info',
    help: "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.",
    labels: [
      'major',
      'minor',
      'git_version',
      'git_commit',
      'git_tree_state',
      'build_date',
      'go_version',
      'compiler',
      'platform',
    ],
    stability: 'ALPHA',
    ofReplica: 'max',
  });
  info.set(
    {
      major: version.major,
      minor: version.minor,
      git_version: version.gitVersion,
      git_commit: version.gitCommit,
      git_tree_state: version.gitTreeState,
      build_date: version.buildDate,
      go_version: version.goVersion,
      compiler: version.compiler,
      platform: version.platform,
    },
    1,
  );
}
