import { useT } from '@openpmo/ui/i18n/context';
import { useEffect } from 'react';

/** Text of the page's heading, also the title of the document. Goes into the `title` of a page. */
export function PageTitle({ title }: { title: string }) {
  const t = useT();
  useEffect(() => {
    document.title = t('admin.documentTitle', { page: title });
  }, [t, title]);
  return <span>{title}</span>;
}
