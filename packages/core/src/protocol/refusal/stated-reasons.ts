import type { RefusalLanguage } from "./duplicate-texts.ts";

/**
 * Words that say why the gateway refused a sale, beside a duplicate (RES-UNCLEAR), as sources of regular expressions: the signature, the
 * card, the funds, the currency, the merchant, a parameter, a limit, the risk. A word that is also part of a name of the order is not here.
 */
export const statedReasons: Readonly<Record<RefusalLanguage, readonly string[]>> = {
  english: [
    "\\bsign(?:ature|ed|ing)?\\b|md5|\\bkey\\b|\\bfunds?\\b|\\bbalance\\b|\\bcurrency\\b|\\bamount\\b",
    "\\blimit|\\bcard|\\bcvv\\b|\\bexpir|\\bissuer\\b|\\bhonou?r\\b|\\brisk|\\bfraud|\\bblack ?list",
    "\\bmerchant(?! (?:order|trade|transaction))|\\bmemberid|\\bchannel|\\bparam|\\bfield",
    "\\brequired\\b|\\bmissing\\b|\\bnot (?:supported|allowed|permitted|enabled|valid)",
    "\\bunsupported\\b|\\bpermission|\\bpay_(?!orderid)[a-z0-9_]+",
    "\\b(?:ip|domain|website|phone|telephone|e-?mail|address|country)\\b",
  ],
  chinese: [
    "[签簽]名|[验驗][签簽]|密[钥鑰]|余[额額]|餘額|[额額]不足|[币幣][种種别別]|金[额額]|限[额額制]|卡|[过過]期|[风風][险險控]|欺[诈詐]",
    "黑名[单單]|商[户戶](?![订訂]?[单單])|通道|[参參][数數]|必填|不能[为為]空|不支持|不支援|未[开開]通|[权權]限",
    "域名|[网網]站|白名[单單]|[邮郵]箱|[电電][话話]|手[机機]|地址|[国國]家",
  ],
  korean: [
    "서명|키|잔액|잔고|부족|통화|금액|한도|제한|카드|만료|위험|사기|블랙리스트|(?:가맹점|상점)(?! ?주문)|채널|파라미터|매개변수|필수|누락",
    "지원하지|지원되지|허용|권한|도메인|웹사이트|전화|이메일|주소|국가",
  ],
  japanese: [
    "署名|キー|残高|不足|通貨|金額|限度|制限|上限|カード|期限|リスク|不正|ブラックリスト|(?:加盟店|マーチャント)(?!の?注文)|チャネル|チャンネル",
    "パラメータ|必須|未入力|サポートされ|対応して|許可|権限|ドメイン|サイト|電話|メール|住所|国",
  ],
  thai: [
    "ลายเซ็น|ลายมือชื่อ|คีย์|ยอดเงิน|ไม่เพียงพอ|ไม่พอ|สกุลเงิน|จำนวนเงิน|วงเงิน|จำกัด|บัตร",
    "หมดอายุ|ความเสี่ยง|ฉ้อโกง|บัญชีดำ|ร้านค้า|ผู้ค้า|ช่องทาง|พารามิเตอร์|จำเป็น",
    "ไม่รองรับ|ไม่อนุญาต|ไม่ได้รับอนุญาต|โดเมน|เว็บไซต์|โทรศัพท์|อีเมล|ที่อยู่|ประเทศ",
  ],
  vietnamese: [
    "chữ ký|khóa|số dư|không đủ|tiền tệ|loại tiền|số tiền|hạn mức|giới hạn",
    "\\bthẻ (?:tín|ngân|ghi|bị|đã|của|này|không|hết)|hết hạn|rủi ro|gian lận|danh sách đen",
    "thương gia|người bán|merchant|\\bkênh\\b|tham số|bắt buộc|thiếu",
    "không (?:được )?hỗ trợ|không được phép",
    "tên miền|trang web|điện thoại|email|địa chỉ|quốc gia",
  ],
  russian: [
    "подпис|ключ|средств|баланс|валют|сумм|лимит|ограничен|карт[аеуыо]|истек",
    "риск|мошен|черн[а-я]* списк|мерчант|продав|торгов|канал|параметр|обязательн",
    "не поддерж|не разреш|запрещ|домен|сайт|телефон|почт|адрес|стран[аые]",
  ],
  spanish: [
    "\\bfirma|\\bclave|\\bfondos|\\bsaldo|\\bmoneda|\\bdivisa|\\bimporte|\\bmonto|\\bcantidad|\\blímite",
    "\\btarjeta|\\bcaducad|\\bvencid|\\bexpirad|\\briesgo|\\bfraude|\\blista negra",
    "\\bcomercio|\\bcomerciante|\\bcanal\\b|\\bparámetro|\\bcampo|\\bobligatori|\\bfalta\\b",
    "no (?:es |está )?(?:soportad|admitid|permitid|compatible)",
    "\\bdominio|\\bsitio web|\\bteléfono|\\bcorreo|\\bdirección|\\bpaís",
  ],
  arabic: [
    "توقيع|مفتاح|رصيد|اموال|كاف|عمل[ةه]|مبلغ|حد ال|الحد|بطاق[ةه]",
    "منتهي|انته|مخاطر|احتيال|القائم[ةه] السوداء|تاجر|متجر|قنا[ةه]",
    "معلم|معامل(?![ةه])|حقل|مطلوب(?= )|مطلوب$|غير مدعوم|غير مسموح",
    "نطاق|الموقع|هاتف|بريد|عنوان|دول[ةه]|بلد",
  ],
};
