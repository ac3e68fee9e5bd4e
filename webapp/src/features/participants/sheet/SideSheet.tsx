import { useT } from '@openpmo/ui/i18n/context';
import { SideSheet as Sheet, type SideSheetProps } from '../../../design/SideSheet';

/** The sheet of a participant. */
export function SideSheet(props: Omit<SideSheetProps, 'closeLabel'>) {
  const t = useT();
  return <Sheet {...props} closeLabel={t('participants.sheet.close')} />;
}
