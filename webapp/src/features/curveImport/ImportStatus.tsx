import { useT } from '@openpmo/ui/i18n/context';
import type { RowIconName } from '../../design/RowIcon';
import { Tag, type TagTone } from '../../design/Tag';
import type { CurveImport } from './imports';

const looks = {
  STARTED: { tone: 'info', icon: 'pending' },
  SUCCEEDED: { tone: 'success', icon: 'success' },
  FAILED: { tone: 'error', icon: 'error' },
  SUSPECTED: { tone: 'warning', icon: 'help' },
  UNDONE: { tone: 'plain', icon: 'undo' },
} as const satisfies Record<CurveImport['status'], { tone: TagTone; icon: RowIconName }>;

/** Icon, words and colour of where an import stands. */
export function ImportStatus({ status }: Pick<CurveImport, 'status'>) {
  const t = useT();
  return <Tag {...looks[status]}>{t(`curveImport.state.${status}`)}</Tag>;
}
