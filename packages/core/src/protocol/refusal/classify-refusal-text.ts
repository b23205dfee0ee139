import { lazily } from "../../lazily.ts";

/**
 * The texts in one language that say that the gateway has the order, as sources of regular expressions. Texts and sources are normalised
 * before they are compared, so case, width and the marks of Latin, Cyrillic and Arabic letters make no difference.
 */
interface DuplicateTexts {
  /** Phrases that are enough: a duplicate order, a repeated submission. */
  readonly repeated: readonly string[];
  /** Names of what the shop sent. */
  readonly order: readonly string[];
  /** What a text says near such a name if the gateway has the order: it exists, was submitted, was paid. */
  readonly known: readonly string[];
  /** Texts with which `known` does not count: the gateway does not have the order, or the payment was declined. */
  readonly denied: readonly string[];
}

/**
 * The texts of duplicates by language (RES-DUPLICATE). The language of a message follows `pay_language`. The sources are recordings, and
 * what translators of such messages write.
 */
const duplicateTexts = {
  english: {
    repeated: [
      "\\bduplicat(?:e|es|ed|ion)?(?![a-z]| (?:param|field|key|sku|product|item|e-?mail|phone))",
      "\\brepeat(?:ed)? (?:order|submi|request|payment|transaction)",
      "\\border(?: [a-z]+){0,3} repeat(?:ed)?\\b",
      "\\b(?:do not|don't|never|can ?not|can't|must not|not allowed to) (?:re-?submit|(?:submit|order|pay|send|place)\\b(?:(?! try)[^,.!;]){0,30} (?:repeated|again|twice|multiple|more than once))",
      "\\border.{0,30} (?:be|not) unique\\b",
    ],
    order: ["\\border|orderid|order_id|\\btransaction|\\btrade\\b|\\bpayment|\\brequest"],
    known: [
      "\\balready (?:\\w+ )?(?:been )?(?:exist|us|submit|plac|receiv|regist|creat|process|paid|pay|success|complet|taken|occupi)",
      "\\b(?:has|have|had|was|were) been (?:us|submit|plac|receiv|regist|creat|process|paid|complet|taken|occupi)",
      "\\b(?:exists|existed|in use|occupied)\\b|\\bexisting(?= order| transaction)",
      "\\bis (?:being |under )?process|\\bin progress\\b",
    ],
    denied: [
      "\\bnot (?:\\w+ )?(?:exist|found)|n't exist|\\bno (?:such )?(?:order|transaction|payment)",
      "\\bnot been\\b|declin|insufficient|not hono",
    ],
  },
  chinese: {
    repeated: [
      "重[复複覆]|(?:勿|不要|不能|不可|不得|禁止).{0,4}(?:再次|多次|反[复復覆]|二次).{0,4}(?:提交|下[单單]|支付|付款|[请請]求)",
      "[单單][号號]?.{0,6}(?:不|非)唯一",
    ],
    order: ["[订訂定][单單]|[单單]号|[单單]號|交易|流水[号號]|[请請]求|支付"],
    known: [
      "已[经經]?.{0,3}(?:存在|使用|提交|[处處]理|支付|付款|[创創]建|生成|受理|接收|收到|占用|佔用|完成|成功)|存在(?:$|[!。,.;])",
      "(?:[处處]理|支付|付款|[进進]行)中(?!.{0,6}(?:[错錯出]|失[败敗]))|正在(?:[处處]理|支付|付款)",
    ],
    denied: ["不存在|未找到|找不到|查[无無]|拒[绝絕付]|不足"],
  },
  korean: {
    repeated: [
      "중복|반복.{0,6}(?:주문|제출|요청|결제|거래)|(?:주문|제출|요청|결제|거래).{0,8}반복|여러 ?번.{0,10}(?:제출|주문|결제|요청)",
      "(?:동일|같은).{0,4}(?:주문|거래)",
    ],
    order: ["주문|거래|결제|요청"],
    known: [
      "이미.{0,12}(?:존재|처리|접수|제출|사용|등록|결제|생성|완료|있)|존재합니다|사용 중|(?:처리|진행|결제) ?중(?!.{0,3}(?:오류|에러|문제|실패))",
    ],
    denied: ["존재하지 ?않|찾을 수 없|없는 ?(?:주문|거래)|(?:주문|거래)[이가]? ?없|거절|부족"],
  },
  japanese: {
    repeated: [
      "重複|二重.{0,2}(?:注文|送信|決済|登録|申|支払|取引)|(?:繰り返し|何度も|複数回).{0,10}(?:送信|注文|決済|支払|提出|リクエスト)(?!.{0,6}失敗)",
      "同[じ一].{0,3}(?:注文|取引)",
    ],
    order: ["注文|オーダー|取引|決済|リクエスト"],
    known: [
      "(?:既に|すでに|もう).{0,12}(?:存在|登録|使用|使われ|送信|処理|受付|受け付け|提出|作成|完了|支払|決済|あり)",
      "(?:使用|登録|処理|受付|送信|提出|決済|支払い?)済|存在して(?:い|お)ます|存在します|処理中(?!.{0,4}(?:エラー|失敗|問題))",
    ],
    denied: ["存在し(?:ない|ません|てい(?:ない|ません))|見つかり|見当たり|拒否|不足"],
  },
  thai: {
    repeated: ["(?<!ลอง)(?:ซ้ำ|ซํ้า)|(?:ห้าม|อย่า).{0,20}(?:ส่ง|สั่งซื้อ|ชำระ|ทำรายการ).{0,20}หลายครั้ง"],
    order: ["คำสั่งซื้อ|ออเดอร์|ออร์เดอร์|รายการ|ธุรกรรม|การชำระเงิน|คำขอ"],
    known: [
      "(?:มีอยู่|มี|ส่ง|ใช้|ใช้ไป|ใช้งาน|สร้าง|ชำระ|ชำระเงิน|จ่าย|ดำเนินการ|ประมวลผล|ได้รับ|บันทึก|ลงทะเบียน)(?:ไป)?แล้ว",
      "อยู่แล้ว|มีอยู่ในระบบ|อยู่ระหว่าง(?:การ)?ดำเนินการ|กำลังดำเนินการอยู่",
    ],
    denied: ["ไม่มี|ไม่พบ|ไม่ได้|ยังไม่|ปฏิเสธ|ไม่เพียงพอ"],
  },
  vietnamese: {
    repeated: [
      "\\btrùng (?:lặp|đơn|mã|giao dịch|yêu cầu|lệnh|với)",
      "\\b(?:đơn|hàng|giao dịch|yêu cầu|mã) (?:\\w+ )?(?:bị |đã )?trùng(?! (?:tâm|gian|bình|thực|quốc))\\b",
      "\\b(?:đơn hàng|giao dịch|yêu cầu) (?:bị )?lặp",
      "\\bkhông (?!thể)(?:\\w+ )?(?:gửi|đặt|thanh toán|nộp)\\b[^,.!;]{0,25}\\b(?:nhiều lần|lặp|lần nữa)",
    ],
    order: ["\\bđơn\\b|\\bgiao dịch\\b|\\byêu cầu\\b|\\bthanh toán\\b|\\border"],
    known: [
      "\\bđã (?:tồn tại|gửi|nộp|đặt|thanh toán|sử dụng|dùng|xử lý|có)\\b",
      "\\bđã được (?:gửi|nộp|sử dụng|dùng|xử lý|tạo|đặt|thanh toán|tiếp nhận|ghi nhận|đăng ký)\\b",
      "(?<!khi )\\bđang (?:được )?xử lý\\b",
    ],
    denied: ["không tồn tại|không tìm thấy|không có (?:đơn|giao dịch)|\\bchưa\\b|từ chối|không đủ"],
  },
  russian: {
    repeated: [
      "дубл(?:ик|ир|ь)|повторн[а-я]* (?:заказ|отправ|запрос|плат[её]ж|транзакц|операц|оплат)",
      "(?:заказ|запрос|плат[её]ж|транзакц|операц)[а-я]* повтор(?:яется|н)",
      "(?:^|[^а-я])не (?:отправля|оформля|оплачива|посыла|подава).{0,40}(?:повторно|несколько раз|еще раз|снова|дважды)",
      "номер[а-я]* заказ.{0,30}не уник",
    ],
    order: ["заказ|транзакц|плат[её]ж|операц|запрос|оплат"],
    known: [
      "уже .{0,20}(?:существ|использ|отправ|обраб|создан|зарегистр|оплач|принят|размещ|получ|есть|выполн)",
      "(?<!не )существует|обрабатывается|находится в обработке",
      "(?:был|была|было) (?:ранее )?(?:использован|отправлен|создан|принят|оплачен)",
    ],
    denied: ["не существ|не найден|не был|отсутств|отклон|отказ|недостаточно"],
  },
  spanish: {
    repeated: [
      "duplicad|(?:pedido|orden|transacción|operación|pago|solicitud|envío)s? repetid",
      "\\bno (?:lo )?(?:envíe|vuelva a|reenvíe|repita|haga|realice).{0,40}\\b(?:repetid|varias veces|de nuevo|otra vez|más de una vez|pedido|enviar)",
      "pedido.{0,30} no es único",
    ],
    order: ["\\bpedido|\\borden\\b|\\btransacción|\\boperación|\\bpago\\b|\\bsolicitud|\\bcompra\\b"],
    known: [
      "\\bya existe|\\bexistente|\\best[áa] (?:en proceso|siendo procesad|procesándose)|\\ben curso\\b",
      "\\bya (?:\\w+ ){0,3}(?:utilizad|usad|enviad|procesad|registrad|cread|pagad|recibid|realizad|completad)",
      "\\b(?:ha|había) sido (?:utilizad|usad|enviad|procesad|registrad|cread|pagad|recibid)",
    ],
    denied: [
      "no existe|no se (?:ha )?encontr|no encontrad|inexistente|no ha sido",
      "no hay (?:ningun|pedido)|rechaz|deneg|insuficiente",
    ],
  },
  arabic: {
    repeated: [
      "مكرر|مزدوج|تكرار (?:ال)?(?:طلب|ارسال|دفع|عملي|معامل|تقديم)",
      "(?:عدم|لا) (?:(?!حاول|يمكن)[^،,.!;]){0,25}(?:ارسال|تقديم|ترسل|دفع)(?:(?!حاول)[^،,.!;]){0,20}(?:متكرر|مرارا|عدة مرات|مر[ةه] اخر|مرتين)",
      "(?:ارسال|تقديم|استخدام|معالج[ةه]|انشاء|تسجيل|دفع|استلام|تنفيذ) .{0,6}(?:طلب|معامل[ةه]|عملي[ةه]|دفع).{0,12} (?:بالفعل|مسبقا|من قبل|سابقا)",
      "(?:بالفعل|مسبقا|سابقا) (?:ارسال|تقديم|استخدام|معالج[ةه]|انشاء|تسجيل|دفع|استلام|تنفيذ) .{0,6}(?:طلب|معامل|عملي|دفع)",
    ],
    order: ["طلب|معامل[ةه]|عملي[ةه]|دفع|امر الشراء"],
    known: [
      "(?:موجود|مستخدم|مسجل|مدفوع)[ةه]? (?:بالفعل|مسبقا|من قبل|سابقا)|(?:بالفعل|مسبقا|من قبل|سابقا) (?:موجود|مستخدم|مسجل|مدفوع)",
      "قيد (?:المعالج[ةه]|التنفيذ)",
    ],
    denied: ["غير موجود|لا يوجد|لم يتم|غير مسجل|لم .{0,6}العثور|رفض|مرفوض|غير كاف"],
  },
} as const satisfies Record<string, DuplicateTexts>;

/** A language in which the texts of refusals are known. */
export type RefusalLanguage = keyof typeof duplicateTexts;

/**
 * Words that say why the gateway refused a sale, beside a duplicate (RES-UNCLEAR), as sources of regular expressions: the signature, the
 * card, the funds, the currency, the merchant, a parameter, a limit, the risk. A word that is also part of a name of the order is not here.
 */
const statedReasons: Readonly<Record<RefusalLanguage, readonly string[]>> = {
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

/** What the text of a refusal says. `duplicate`: the gateway has the order (RES-DUPLICATE). `stated`: another reason (RES-UNCLEAR). */
type RefusalMeaning = "duplicate" | "stated" | "unclear";

/** Combining marks of Latin, Cyrillic and Arabic letters, and the Arabic tatweel. In other scripts, marks make other words. */
const optionalMarks = /[\u0300-\u036F\u0640\u064B-\u065F\u0670]/g;

function normalise(text: string): string {
  return text
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ");
}

type Phrases = readonly (readonly string[])[];

/** Returns the source of an expression for the phrases of all languages, because one text can mix languages. */
function anyOf(phrases: Phrases): string {
  return `(?:${phrases.flat().map(normalise).join("|")})`;
}

/** What may be between an order and what is said of it: no end of a clause, and nothing about the card of the buyer. */
function gap(limit: number): string {
  const card = "card|account|卡|카드|カード|บัตร|карт|tarjeta|بطاق";
  return `(?:(?!${normalise(card)})[^,.!;。、،]){0,${limit}}`;
}

/** What a text says, as expressions for all languages. */
const expressions = lazily(() => {
  const languages = Object.values(duplicateTexts);
  const order = anyOf(languages.map((texts) => texts.order));
  const state = anyOf(languages.map((texts) => texts.known));
  return {
    known: new RegExp(`${order}${gap(40)}${state}|${state}${gap(8)}${order}`),
    repeated: new RegExp(anyOf(languages.map((texts) => texts.repeated))),
    denied: new RegExp(anyOf(languages.map((texts) => texts.denied))),
    reasons: new RegExp(anyOf(Object.values(statedReasons))),
  };
});

/** Characters of a text that are read. A reason comes first, and the bound keeps the comparison short. */
const lengthLimit = 500;

/** Classifies the gateway's text of a refusal, in any of the languages of `duplicateTexts`. */
export function classifyRefusalText(message: unknown): RefusalMeaning {
  if (typeof message !== "string") return "unclear";
  const text = normalise(message.slice(0, lengthLimit));
  const { known, repeated, denied, reasons } = expressions();
  const isDenied = denied.test(text);
  if (repeated.test(text) || (known.test(text) && !isDenied)) return "duplicate";
  return isDenied || reasons.test(text) ? "stated" : "unclear";
}
