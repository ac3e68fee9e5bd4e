import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router';

interface CountCardProps {
  resource: string;
  /** The resource's own name when absent. */
  label?: string;
  filter?: Record<string, unknown>;
  /** More than none is bad. */
  alarming?: boolean;
}

const all = {};

/** How many there are; leads to the list of them. */
export function CountCard({ resource, label, filter = all, alarming = false }: CountCardProps) {
  const t = useT();
  const formats = useFormats();
  const translate = useTranslate();
  const { total, isError } = useGetList(resource, {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'DESC' },
    filter,
  });
  const search = filter === all ? '' : `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
  return (
    <Card>
      <CardActionArea component={Link} to={`/${resource}${search}`} sx={{ p: 2, height: '100%' }}>
        <Typography color="textSecondary">
          {label ?? translate(`resources.${resource}.name`, { smart_count: 2 })}
        </Typography>
        <Typography
          component="p"
          sx={{
            fontSize: '1.625rem',
            fontWeight: 650,
            fontVariantNumeric: 'tabular-nums',
            color: alarming && total ? 'error.main' : 'text.primary',
          }}
        >
          {total !== undefined && formats.number(total)}
          {total === undefined && (isError ? t('admin.none') : <Skeleton width="3ch" />)}
        </Typography>
      </CardActionArea>
    </Card>
  );
}
